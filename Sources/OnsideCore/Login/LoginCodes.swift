import Foundation

/// The codes by which users log in to a store for testing: what was sent, and what may be sent and tried.
///
/// Local testing and the sandbox store have the same rules from here. Codes are kept in memory only, until they are used or
/// their time is over: a store that is started anew knows none.
package struct LoginCodes: Sendable {
  /// How many digits a code has.
  package static let length = 6
  /// How long a code can be used, in seconds.
  package static let lifetime = 600
  /// After how many seconds another code can be sent to the same place. Until then the one that was sent stands.
  package static let resendDelay = 30
  /// How many tries a code has.
  package static let attempts = 5
  /// How many codes are sent to one place within an hour. A login begins the count anew.
  package static let perHour = 5
  /// How many codes are kept at most; the oldest go first.
  package static let capacity = 1_000

  /// A code as it was sent.
  package struct Message: Hashable, Sendable {
    /// The store's name for it.
    package var id: String
    /// The place, as the user wrote it.
    package var credential: OnsideCredential
    /// The code itself.
    package var digits: String
    /// When.
    package var sent: Date
    /// Until when it can be used.
    package var expires: Date

    fileprivate var login: String
    fileprivate var wrongAttempts = 0
  }

  /// The codes that can still be used, the oldest first. A place has one at most.
  private var open: [Message] = []
  /// When codes were sent to each place in the last hour.
  private var history: [String: [Date]] = [:]

  /// No codes.
  package init() {}

  /// Sends a code, or stands by the one that was sent a moment ago.
  ///
  /// - Parameters:
  ///   - login: the place's one name, however the user wrote it.
  ///   - makeDigits: gives ``length`` random digits.
  package mutating func send(
    to credential: OnsideCredential, login: String, at now: Date, makeDigits: () -> String = Self.randomDigits
  ) throws(OnsideLoginCodeError) -> Message {
    forget(at: now)
    if let last = open.last(where: { $0.login == login }), now < last.sent + Double(Self.resendDelay) { return last }
    let sent = history[login] ?? []
    if sent.count >= Self.perHour, let first = sent.first {
      throw .tooMany(retryAfter: max(1, Int((first + 3_600).timeIntervalSince(now).rounded(.up))))
    }
    open.removeAll { $0.login == login }
    if open.count >= Self.capacity { open.removeFirst() }
    let message = Message(
      id: UUID().uuidString.lowercased(), credential: credential, digits: makeDigits(), sent: now,
      expires: now + Double(Self.lifetime), login: login)
    open.append(message)
    history[login] = sent + [now]
    return message
  }

  /// Uses a code up, if the digits are its.
  ///
  /// - Returns: where it was sent.
  package mutating func use(
    _ id: String, digits: String, at now: Date
  ) throws(OnsideLoginCodeError) -> OnsideCredential {
    forget(at: now)
    guard let index = open.firstIndex(where: { $0.id == id.lowercased() }) else { throw .expired }
    guard open[index].digits == digits else {
      open[index].wrongAttempts += 1
      let left = Self.attempts - open[index].wrongAttempts
      guard left > 0 else {
        open.remove(at: index)
        throw .expired
      }
      throw .wrong(attemptsLeft: left)
    }
    let message = open.remove(at: index)
    history[message.login] = nil
    return message.credential
  }

  /// The codes that can still be used, the newest first.
  package mutating func messages(at now: Date) -> [Message] {
    forget(at: now)
    return open.reversed()
  }

  /// The seconds until another code can be sent to the place of one.
  package static func resendDelay(of message: Message, at now: Date) -> Int {
    max(0, Int((message.sent + Double(resendDelay)).timeIntervalSince(now).rounded(.up)))
  }

  private mutating func forget(at now: Date) {
    open.removeAll { $0.expires <= now }
    for (login, dates) in history {
      let recent = dates.filter { $0 + 3_600 > now }
      history[login] = recent.isEmpty ? nil : recent
    }
  }

  /// Random digits of the system's generator.
  package static func randomDigits() -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
  }
}

extension LoginCodes.Message: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of the digits.
  package var description: String { "LoginCodes.Message(redacted)" }
  /// Nothing of the digits.
  package var debugDescription: String { description }
  /// Nothing of the digits.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
