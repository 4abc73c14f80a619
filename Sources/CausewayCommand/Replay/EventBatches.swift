import Causeway
import CausewayJSON
import CausewayPrompts

/// The events that an app sends in calls, several at once if the page has not answered the call before. A replay may combine
/// them in another way than the trace, so they are compared one by one.
@MainActor final class EventBatches {
  /// The events that have arrived and were not compared with a line of the trace yet, in order.
  private var events: [JSONValue] = []
  private var arrival: OneShot<Bool>?
  /// The answers to the app's calls, in the order of the calls. An answer may come before its call.
  private var answers: [OneShot<JSONValue?>] = []
  private var callCount = 0
  private var answerCount = 0
  private var latestAnswer: Result<JSONValue?, any Error>?

  /// Returns whether a call carries events: Onside's calls named `events`.
  static func carries(_ dialect: String, _ name: String) -> Bool {
    dialect == BridgeProtocol.onside.rawValue && name == "events"
  }

  /// Returns the page's answer to the app's next call.
  func answer() async throws -> JSONValue? {
    callCount += 1
    let answer = answer(callCount - 1)
    // The trace may have fewer calls, because more events were in each of them.
    if arrival != nil, callCount > answerCount, let latestAnswer { answer.settle(latestAnswer) }
    return try await answer.value()
  }

  /// Plays the next answer of the trace.
  func settle(_ result: Result<JSONValue?, any Error>) {
    latestAnswer = result
    answer(answerCount).settle(result)
    answerCount += 1
  }

  private func answer(_ index: Int) -> OneShot<JSONValue?> {
    while answers.count <= index { answers.append(OneShot()) }
    return answers[index]
  }

  /// Takes the events of a call.
  func take(_ body: JSONValue?) {
    events += body?.arrayValue ?? []
    arrival?.settle(.success(true))
    arrival = nil
  }

  /// Returns the next events, when they have arrived.
  func next(_ count: Int) async throws -> [JSONValue] {
    while events.count < count {
      let arrival = OneShot<Bool>()
      self.arrival = arrival
      if callCount > answerCount, let latestAnswer { answer(callCount - 1).settle(latestAnswer) }
      _ = try await arrival.value()
    }
    defer { events.removeFirst(count) }
    return Array(events.prefix(count))
  }

  /// Whether the app has sent events that the trace does not have.
  var hasSurplus: Bool { !events.isEmpty }

  /// Ends the calls that wait for an answer.
  func end(_ error: any Error) {
    for answer in answers { answer.settle(.failure(error)) }
  }
}
