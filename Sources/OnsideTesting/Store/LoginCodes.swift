import Foundation
import OnsideCore

/// The codes with which users log in to a store for testing. Decides which codes may be sent and tried.
///
/// Local testing and the sandbox store share these rules. Codes are kept in memory only, until they are used or expire.
/// A restart therefore removes all codes.
package struct LoginCodes: Sendable {
  /// The number of digits in a code.
  package static let length = 6
  /// The time during which a code can be used, in seconds.
  package static let lifetime = 600
  /// The time before another code can be sent to the same destination, in seconds. A request within this time returns
  /// the earlier code, if that code can still be used.
  package static let resendDelay = 30
  /// The number of wrong attempts after which a code can no longer be used.
  package static let attempts = 5
  /// The number of codes that one app can send to one destination within an hour. A login with a code resets the count.
  package static let perHour = 5
  /// The maximum number of codes, and of destinations whose sending times are remembered. The oldest are removed first.
  package static let capacity = 1_000

  /// A code that was sent.
  package struct Message: Hashable, Sendable, Redacted {
    /// The store's identifier of the code.
    package var id: String
    /// The destination, as the user wrote it.
    package var credential: OnsideCredential
    /// The digits of the code.
    package var digits: String
    /// The time of sending.
    package var sent: Date
    /// The time of sending, on the clock that the store shows to its testers.
    package var shownDate: Date
    /// The time at which the code expires.
    package var expires: Date

    fileprivate var destination: Destination
    fileprivate var wrongAttempts = 0
  }

  /// The destination of codes, for one app. A code for one app cannot be used in another app, and does not count toward
  /// the limits of that app.
  fileprivate struct Destination: Hashable {
    var app: String
    var login: String
  }

  /// The codes that can still be used, oldest first; at most one for each destination.
  private var open: [Message] = []
  /// The sending times of the last hour, by destination.
  private var history: [Destination: [Date]] = [:]

  /// Creates an empty collection.
  package init() {}

  /// Creates a code to send, or returns the code that was sent less than ``resendDelay`` seconds ago.
  ///
  /// - Parameters:
  ///   - login: the normalized destination, the same for every spelling that a user may type.
  ///   - app: the app in which the user logs in; a store with a single app omits it.
  ///   - shownDate: the time on the clock that the store shows to its testers; nil for `now`.
  ///   - makeDigits: returns ``length`` random digits.
  package mutating func send(
    to credential: OnsideCredential, login: String, app: String = "", at now: Date, shownDate: Date? = nil,
    makeDigits: () -> String = Self.randomDigits
  ) throws(OnsideLoginCodeError) -> Message {
    forget(at: now)
    let destination = Destination(app: app, login: login)
    if let last = open.last(where: { $0.destination == destination }), now < last.sent + Double(Self.resendDelay) {
      return last
    }
    let sent = history[destination] ?? []
    if sent.count >= Self.perHour, let first = sent.first {
      throw .tooMany(retryAfter: max(1, Int((first + 3_600).timeIntervalSince(now).rounded(.up))))
    }
    open.removeAll { $0.destination == destination }
    if open.count >= Self.capacity { open.removeFirst() }
    let message = Message(
      id: UUID().uuidString.lowercased(), credential: credential, digits: makeDigits(), sent: now,
      shownDate: shownDate ?? now, expires: now + Double(Self.lifetime), destination: destination)
    open.append(message)
    if history[destination] == nil, history.count >= Self.capacity { forgetLeastRecentDestination() }
    history[destination] = sent + [now]
    return message
  }

  /// Checks the digits of a code, and removes the code if they are right.
  ///
  /// - Parameter app: the app in which the user logs in. A code for another app counts as
  ///   `OnsideLoginCodeError.expired`.
  /// - Returns: the destination of the code.
  package mutating func use(
    _ id: String, digits: String, app: String = "", at now: Date
  ) throws(OnsideLoginCodeError) -> OnsideCredential {
    forget(at: now)
    guard let index = open.firstIndex(where: { $0.id == id.lowercased() && $0.destination.app == app }) else {
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
    history[message.destination] = nil
    return message.credential
  }

  /// Returns the codes that can still be used, newest first.
  package mutating func messages(at now: Date) -> [Message] {
    forget(at: now)
    return open.reversed()
  }

  /// Returns the seconds until another code can be sent to the destination of `message`.
  package static func resendDelay(of message: Message, at now: Date) -> Int {
    max(0, Int((message.sent + Double(resendDelay)).timeIntervalSince(now).rounded(.up)))
  }

  private mutating func forget(at now: Date) {
    open.removeAll { $0.expires <= now }
    for (destination, dates) in history {
      let recent = dates.filter { $0 + 3_600 > now }
      history[destination] = recent.isEmpty ? nil : recent
    }
  }

  private mutating func forgetLeastRecentDestination() {
    let leastRecent = history.min { ($0.value.last ?? .distantPast) < ($1.value.last ?? .distantPast) }
    if let leastRecent { history[leastRecent.key] = nil }
  }

  /// Returns random digits from the system's generator.
  package static func randomDigits() -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
  }
}
