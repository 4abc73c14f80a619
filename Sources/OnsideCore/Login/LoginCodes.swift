import Foundation

/// The codes by which users log in to a store for testing: what was sent, and what may be sent and tried.
///
/// Local testing and the sandbox store have the same rules from here. Codes are kept in memory only, until they are used or
/// their time is over: a store that has been restarted knows none.
package struct LoginCodes: Sendable {
  /// How many digits a code has.
  package static let length = 6
  /// How long a code can be used, in seconds.
  package static let lifetime = 600
  /// After how many seconds another code can be sent to the same place. Until then the one that was sent stands.
  package static let resendDelay = 30
  /// How many tries a code has.
  package static let attempts = 5
  /// How many codes one app can send to one place within an hour. A login there sets the count back to zero.
  package static let perHour = 5
  /// How many codes are kept at most, and for how many places it is known when codes were sent; the oldest go first.
  package static let capacity = 1_000

  /// A code as it was sent.
  package struct Message: Hashable, Sendable, Redacted {
    /// The store's name for it.
    package var id: String
    /// The place, as the user wrote it.
    package var credential: OnsideCredential
    /// The code itself.
    package var digits: String
    /// When.
    package var sent: Date
    /// When, by the clock that the store shows to its testers.
    package var shownDate: Date
    /// Until when it can be used.
    package var expires: Date

    fileprivate var place: Place
    fileprivate var wrongAttempts = 0
  }

  /// Where codes are sent for an app. A code of one app is of no use in another, and does not count there.
  fileprivate struct Place: Hashable {
    var app: String
    var login: String
  }

  /// The codes that can still be used, the oldest first. A place has one at most.
  private var open: [Message] = []
  /// When codes were sent to each place in the last hour.
  private var history: [Place: [Date]] = [:]

  /// No codes.
  package init() {}

  /// Sends a code, or stands by the one that was sent a moment ago.
  ///
  /// - Parameters:
  ///   - login: the place's one name, however the user wrote it.
  ///   - app: the app in which the user logs in; left out by a store that has one app.
  ///   - shownDate: the time by the clock that the store shows to its testers; nil for `now`.
  ///   - makeDigits: gives ``length`` random digits.
  package mutating func send(
    to credential: OnsideCredential, login: String, app: String = "", at now: Date, shownDate: Date? = nil,
    makeDigits: () -> String = Self.randomDigits
  ) throws(OnsideLoginCodeError) -> Message {
    forget(at: now)
    let place = Place(app: app, login: login)
    if let last = open.last(where: { $0.place == place }), now < last.sent + Double(Self.resendDelay) { return last }
    let sent = history[place] ?? []
    if sent.count >= Self.perHour, let first = sent.first {
      throw .tooMany(retryAfter: max(1, Int((first + 3_600).timeIntervalSince(now).rounded(.up))))
    }
    open.removeAll { $0.place == place }
    if open.count >= Self.capacity { open.removeFirst() }
    let message = Message(
      id: UUID().uuidString.lowercased(), credential: credential, digits: makeDigits(), sent: now,
      shownDate: shownDate ?? now, expires: now + Double(Self.lifetime), place: place)
    open.append(message)
    if history[place] == nil, history.count >= Self.capacity { forgetLongestQuietPlace() }
    history[place] = sent + [now]
    return message
  }

  /// Uses a code up, if the digits are its.
  ///
  /// - Parameter app: the app in which the user logs in. For the code of another one there is no such code.
  /// - Returns: where it was sent.
  package mutating func use(
    _ id: String, digits: String, app: String = "", at now: Date
  ) throws(OnsideLoginCodeError) -> OnsideCredential {
    forget(at: now)
    guard let index = open.firstIndex(where: { $0.id == id.lowercased() && $0.place.app == app }) else {
      throw .expired
    }
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
    history[message.place] = nil
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
    for (place, dates) in history {
      let recent = dates.filter { $0 + 3_600 > now }
      history[place] = recent.isEmpty ? nil : recent
    }
  }

  private mutating func forgetLongestQuietPlace() {
    let quietest = history.min { ($0.value.last ?? .distantPast) < ($1.value.last ?? .distantPast) }
    if let quietest { history[quietest.key] = nil }
  }

  /// Random digits of the system's generator.
  package static func randomDigits() -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
  }
}
