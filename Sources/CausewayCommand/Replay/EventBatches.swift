import Causeway
import CausewayJSON
import CausewayPrompts

/// The events that an app sends in calls, several at once if the page has not answered the call before. A replay may combine
/// them in another way than the trace, so they are compared one by one.
@MainActor final class EventBatches {
  typealias Answer = Result<JSONValue?, any Error>

  /// The number of events in the trace up to the end of each call.
  private let ends: [Int]
  /// The page's answers in the trace, in the order of the calls.
  private let recorded: [Answer]
  /// The number of recorded answers that were played.
  private var playedCount = 0
  /// The number of events in the app's calls so far.
  private var sentCount = 0
  /// The trace's call that has the last event that the app has sent.
  private var latestCall = 0
  /// The app's calls that wait for an answer, each with the trace's call that has its last event.
  private var open: [(call: Int, answer: OneShot<JSONValue?>)] = []
  /// The events that have arrived and were not compared with a line of the trace yet, in order.
  private var events: [JSONValue] = []
  private var arrival: OneShot<Void>?
  /// The number of events for which the replay waits; 0 if it does not wait for events.
  private var needed = 0
  /// Whether the replay waits for another message that the app may send only after the answers to its calls.
  private var isAnswering = false

  /// - Parameters:
  ///   - counts: the number of events in each call of the trace.
  ///   - recorded: the page's answers to these calls in the trace; fewer, if the trace ends before.
  init(_ counts: [Int], _ recorded: [Answer]) {
    var end = 0
    ends = counts.map { count in
      end += count
      return end
    }
    self.recorded = recorded
  }

  /// Returns whether a call carries events: Onside's calls named `events`.
  static func carries(_ dialect: String, _ name: String) -> Bool {
    dialect == BridgeProtocol.onside.rawValue && name == "events"
  }

  /// Returns the page's answer to the app's next call.
  /// - Parameter count: the number of events in the call.
  func answer(_ count: Int) async throws -> JSONValue? {
    sentCount += count
    while latestCall < ends.count, ends[latestCall] < sentCount { latestCall += 1 }
    let answer = OneShot<JSONValue?>()
    open.append((latestCall, answer))
    settle()
    return try await answer.value()
  }

  /// Plays the next answer of the trace.
  func playAnswer() {
    playedCount += 1
    settle()
  }

  /// Answers the calls whose answers were played; and all calls while the replay waits for the app, because in the trace the
  /// answer may come later.
  private func settle() {
    open.removeAll { call, answer in
      let lacksEvents = events.count < needed
      guard isAnswering || lacksEvents || call < playedCount,
        let result = recorded.indices.contains(call) ? recorded[call] : lacksEvents ? recorded.last : nil
      else { return false }
      return answer.settle(result)
    }
  }

  /// Waits for another message that the app may send only after the answers to its calls.
  func answering<Value>(_ wait: @MainActor () async throws -> Value) async throws -> Value {
    isAnswering = true
    defer { isAnswering = false }
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
      needed = count
      defer { needed = 0 }
      settle()
      try await arrival.value()
    }
    defer { events.removeFirst(count) }
    return Array(events.prefix(count))
  }

  /// Whether the app has sent events that the trace does not have.
  var hasSurplus: Bool { !events.isEmpty }

  /// Ends the calls that wait for an answer.
  func end(_ error: any Error) {
    for call in open { call.answer.settle(.failure(error)) }
  }
}
