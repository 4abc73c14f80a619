import CausewayJSON
import CausewayTool
import Foundation

/// The log of `causeway-merchant serve` on standard error. No line contains a secret, a token, signed text or a customer.
struct ServerLog: Sendable {
  /// The form of a line.
  enum Format: String, CaseIterable, Sendable {
    /// A sentence for people.
    case text
    /// An object of JSON for programs.
    case json
  }

  enum Level: String, CaseIterable, Comparable, Sendable {
    /// Requests of probes, which are frequent.
    case debug
    case info
    case warning
    case error

    static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The options of a log; nil for the default.
  struct Options: Sendable {
    /// The default is text.
    var format: Format?
    /// The lowest level that is written; the default is info.
    var level: Level?
  }

  /// The event that a line reports, as a word for programs.
  enum Event: String, CaseIterable, Sendable {
    case listening, policy, stopping, stopped, request
    case ledgerOpened = "ledger_opened"
    case ledgerWaiting = "ledger_waiting"
    case ledgerFailed = "ledger_failed"
    case ledgerWork = "ledger_work"
    case ledgerControlFailed = "ledger_control_failed"
    case merchantSecretShort = "merchant_secret_short"
    case merchantKeyChanged = "merchant_key_changed"
    case storeCheckFailed = "store_check_failed"
    case notReady = "not_ready"
    case keysNotFetched = "keys_not_fetched"
    case orderDamaged = "order_damaged"
    case purchaseUnusable = "purchase_unusable"
    case sweepChanged = "sweep_changed"
    case sweepSkipped = "sweep_skipped"
    case sweepPaused = "sweep_paused"
    case eventPostponed = "event_postponed"
    case eventsPaused = "events_paused"
    case eventsNotSent = "events_not_sent"
    case requestRefused = "request_refused"
    case answerReplaced = "answer_replaced"
    case notNotified = "not_notified"
    case failed
  }

  private let format: Format
  private let level: Level
  private let write: @Sendable (_ line: String, _ isJSON: Bool) -> Void

  init(_ options: Options) {
    self.init(options) { line, isJSON in
      if isJSON { StandardError.print(json: line) } else { StandardError.print(line) }
    }
  }

  /// - Parameter write: gets each line, without a line break at its end.
  init(_ options: Options, write: @escaping @Sendable (_ line: String, _ isJSON: Bool) -> Void) {
    format = options.format ?? .text
    level = options.level ?? .info
    self.write = write
  }

  /// Whether lines are JSON.
  var isJSON: Bool { format == .json }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - text: the line for people, which is the member `message` in JSON.
  ///   - request: the request's id.
  ///   - fields: further members in JSON.
  func write(
    _ level: Level, _ event: Event, _ text: String, request: RequestID? = nil,
    _ fields: KeyValuePairs<String, JSONValue> = [:]
  ) {
    guard level >= self.level else { return }
    guard format == .json else {
      write(request.map { "\(text), request \($0.text)" } ?? text, false)
      return
    }
    var line: JSONObject = [
      "time": .string(Self.time(Date())), "level": .string(level.rawValue), "event": .string(event.rawValue),
    ]
    if let request { line["request_id"] = .string(request.text) }
    for (name, value) in fields { line[name] = value }
    line["message"] = .string(text)
    write(JSONValue.object(line).json, true)
  }

  /// Returns a time with milliseconds, such as `2026-11-26T18:05:00.250Z` (RFC 3339).
  static func time(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
