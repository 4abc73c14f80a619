import CausewayJSON
import CausewayTesting
import SeededGenerator

@testable import Causeway

/// One document of a ``BridgeSchedule``, and a record of its requests, calls, streams and events on each side.
@MainActor final class SchedulePage {
  /// A request, a call, or a stream.
  @MainActor final class Exchange {
    enum Kind { case call, keyed(String), resumption(String), toPage, fromPage, appCall, appStream }
    let kind: Kind
    var stream: InMemoryStream?
    var number: UInt64?
    /// The outcomes that the side which began the exchange has received. More than one is a violation.
    var ends: [String] = []
    /// The outcomes that the app's reader of the stream has received; empty if `hasReader` is false.
    var readerEnds: [String] = []
    var hasReader = false
    /// The count of the values that were sent.
    var sent = 0
    /// The numbers of the values that arrived, in order.
    var received: [Int] = []
    var hasPageEnded = false
    /// Whether the source or the page failed on purpose.
    var hasFailed = false

    init(_ kind: Kind) { self.kind = kind }
  }

  let page: InMemoryPage
  let isHostile: Bool
  var exchanges: [Exchange] = []
  var isGone = false
  /// The count of the events that the page has sent.
  var eventsSent = 0
  /// The numbers of the page's events that have arrived in the app, in order.
  var eventsArrived: [Int] = []
  /// The numbers of the events that the app has sent, in order.
  var appEventsSent: [Int] = []
  /// The app's calls that the page has not answered.
  var unanswered: [CheckedContinuation<String?, Never>] = []

  init(_ bridge: Bridge, origin: String, isMainFrame: Bool, isHostile: Bool = false) {
    self.isHostile = isHostile
    page = InMemoryPage(
      bridge, origin: Origin(scheme: "https", host: origin), isMainFrame: isMainFrame,
      mainFrameOrigin: Origin(scheme: "https", host: "page.example"))
    page.onCall = { [unowned self] _, body in
      let answer = await withCheckedContinuation { self.unanswered.append($0) }
      if answer == nil { throw Failure.documentGone }
      return body?["parameters"]
    }
    page.onStreamCall = { [unowned self] _, body, stream in
      guard let index = body?["parameters"]?.numberValue.map(Int.init), exchanges.indices.contains(index) else {
        return
      }
      exchanges[index].stream = stream
    }
  }

  /// The name of the document. Every value for or from this document begins with the name.
  var name: String { "\(page.frame.document)" }

  /// Returns the number in a value for or from this document; nil for a value of another document, which the caller
  /// reports as a violation.
  func number(in value: JSONValue?) -> Int? {
    let words = value?.stringValue?.split(separator: " ") ?? []
    return words.count == 2 && words[0] == name ? Int(words[1]) : nil
  }

  /// Reads the stream's values that have arrived in the page. Returns a violation if a value belongs to another
  /// document; otherwise nil.
  func take(_ exchange: Exchange) -> String? {
    for value in exchange.stream?.read() ?? [] {
      guard let number = number(in: value) else {
        return "\(name) got \(value?.json ?? "nothing"), which is not its own"
      }
      exchange.received.append(number)
    }
    return nil
  }

  /// Answers the app's open calls, and ends the streams that the page still sends.
  func endSources() {
    for continuation in unanswered { continuation.resume(returning: "late") }
    unanswered = []
    for exchange in exchanges { end(exchange, fails: false) }
  }

  func end(_ exchange: Exchange, fails: Bool) {
    guard !isGone, !exchange.hasPageEnded, let stream = exchange.stream, stream.isOpen else { return }
    switch exchange.kind {
    case .fromPage, .appStream: break
    default: return
    }
    exchange.hasPageEnded = true
    exchange.hasFailed = fails
    stream.end(fails ? "broken" : nil)
  }

  /// Sends `count` values, or fewer if the credit allows no more.
  func send(_ exchange: Exchange, count: Int) {
    switch exchange.kind {
    case .fromPage, .appStream: break
    default: return
    }
    guard !isGone, !exchange.hasPageEnded, let stream = exchange.stream, stream.isOpen else { return }
    for _ in 0..<count where stream.credit > 0 && stream.isOpen {
      stream.send(.string("\(name) \(exchange.sent)"))
      exchange.sent += 1
    }
  }

  // MARK: Violations

  /// Returns the violation of a limit; nil if the app stays within `limits`.
  func excess(over limits: Limits) -> String? {
    let conversation = page.conversation!
    let held =
      (conversation.streams.inputs.values.map(\.heldBytes) + conversation.streams.answers.values.map(\.heldBytes))
      .reduce(0, +)
    if held > limits.streamedBytes { return "\(name): \(held) bytes of streams are held" }
    if conversation.streams.pool.reserved > limits.streamedBytes {
      return "\(name): \(conversation.streams.pool.reserved) bytes are reserved"
    }
    if conversation.machine.requestCount > limits.openRequests {
      return "\(name): \(conversation.machine.requestCount) requests are open"
    }
    return nil
  }

  /// The violation of a rule that must hold at the end of the schedule; nil if there is none.
  var violation: String? {
    if !isHostile, let violation = page.violations.first { return "\(name): \(violation)" }
    for (index, exchange) in exchanges.enumerated() {
      let what = "\(name): exchange \(index), \(exchange.kind)"
      if exchange.ends.count > 1 { return "\(what) ended twice: \(exchange.ends)" }
      if exchange.readerEnds.count > 1 { return "\(what): its reader saw \(exchange.readerEnds)" }
      if exchange.received != Array(0..<exchange.received.count) { return "\(what) got \(exchange.received)" }
      if exchange.hasReader, exchange.readerEnds.isEmpty { return "\(what): its reader never learned of the end" }
      let isComplete = exchange.readerEnds == ["complete"]
      if isComplete, !exchange.hasPageEnded || exchange.hasFailed || exchange.received.count != exchange.sent {
        return "\(what) looked complete after \(exchange.received.count) of \(exchange.sent) values"
      }
      if exchange.ends.isEmpty, !hasNoEnd(exchange) { return "\(what) never ended" }
    }
    if eventsArrived != Array(0..<eventsArrived.count) { return "\(name): events \(eventsArrived)" }
    if eventsArrived.count != eventsSent { return "\(name): \(eventsArrived.count) of \(eventsSent) events arrived" }
    let got = page.messages.compactMap { number(in: $0.body?["data"]) }
    if page.messages.contains(where: { $0.body?["event"] == "tick" && number(in: $0.body?["data"]) == nil }) {
      return "\(name) got an event of another document"
    }
    if got != Array(appEventsSent.prefix(got.count)) || (!isGone && got.count != appEventsSent.count) {
      return "\(name) got the events \(got) of \(appEventsSent)"
    }
    let reserved = page.conversation.streams.pool.reserved
    return reserved == 0 ? nil : "\(name): \(reserved) bytes stay reserved"
  }

  /// Returns whether the end of an exchange cannot be reported, because the document that made the request no longer
  /// exists.
  private func hasNoEnd(_ exchange: Exchange) -> Bool {
    switch exchange.kind {
    case .appCall, .appStream: false
    default: isGone
    }
  }
}
