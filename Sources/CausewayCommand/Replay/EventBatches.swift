import Causeway
import CausewayJSON
import CausewayPrompts

/// The events that an app sends in calls, several at once if the page has not answered the call before. A replay may combine
/// them in another way than the trace, so they are compared one by one.
@MainActor final class EventBatches {
  typealias Answer = Result<JSONValue?, any Error>

  /// The page's answers in the trace, in the order of the calls.
  private let recorded: [Answer]
  /// The number of recorded answers that were played.
  private var playedCount = 0
  /// The app's calls, in order.
  private var calls: [OneShot<JSONValue?>] = []
  /// The number of calls that were answered.
  private var answeredCount = 0
  /// The events that have arrived and were not compared with a line of the trace yet, in order.
  private var events: [JSONValue] = []
  private var arrival: OneShot<Void>?
  /// Whether the replay waits for a message that the app may send only after the answers to its calls.
  private var isAwaited = false

  /// - Parameter recorded: the page's answers in the trace, in order.
  init(_ recorded: [Answer]) {
    self.recorded = recorded
  }

  /// Returns whether a call carries events: Onside's calls named `events`.
  static func carries(_ dialect: String, _ name: String) -> Bool {
    dialect == BridgeProtocol.onside.rawValue && name == "events"
  }

  /// Returns the page's answer to the app's next call.
  func answer() async throws -> JSONValue? {
    let call = OneShot<JSONValue?>()
    calls.append(call)
    settle()
    return try await call.value()
  }

  /// Plays the next answer of the trace.
  func playAnswer() {
    playedCount += 1
    settle()
  }

  /// Answers the calls whose answers were played, and all calls while the replay waits for the app: the trace may have
  /// fewer calls, because more events were in each of them, or it may have the answer later.
  private func settle() {
    while answeredCount < calls.count, isAwaited || answeredCount < playedCount,
      let answer = recorded.indices.contains(answeredCount) ? recorded[answeredCount] : recorded.last
    {
      calls[answeredCount].settle(answer)
      answeredCount += 1
    }
  }

  /// Waits for a message that the app may send only after the answers to its calls.
  func answering<Value>(_ wait: @MainActor () async throws -> Value) async throws -> Value {
    isAwaited = true
    defer { isAwaited = false }
    settle()
    return try await wait()
  }

  /// Takes the events of a call.
  func take(_ body: JSONValue?) {
    events += body?.arrayValue ?? []
    arrival?.settle(.success(()))
    arrival = nil
  }

  /// Returns the next events, when they have arrived.
  func next(_ count: Int) async throws -> [JSONValue] {
    while events.count < count {
      let arrival = OneShot<Void>()
      self.arrival = arrival
      try await answering { try await arrival.value() }
    }
    defer { events.removeFirst(count) }
    return Array(events.prefix(count))
  }

  /// Whether the app has sent events that the trace does not have.
  var hasSurplus: Bool { !events.isEmpty }

  /// Ends the calls that wait for an answer.
  func end(_ error: any Error) {
    for call in calls { call.settle(.failure(error)) }
  }
}
