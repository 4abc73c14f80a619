import Causeway
import CausewayJSON
import WebTestSupport

/// A capability named `stubborn` whose requests the test answers, even after they were cancelled.
@MainActor final class Stubborn {
  private var waiting: [Int: CheckedContinuation<JSONValue, Never>] = [:]
  /// The number of requests that began.
  private(set) var started = 0
  /// The indices of the cancelled requests.
  private(set) var cancelled: Set<Int> = []
  /// The indices of the answered requests.
  private(set) var answered: Set<Int> = []

  /// The capability, for every frame and without a deadline.
  var capability: Capability {
    Capability(
      "stubborn", policy: .everyone, deadline: .never,
      json: { [self] _, _ in
        let number = started
        started += 1
        let value = await withTaskCancellationHandler {
          await withCheckedContinuation { waiting[number] = $0 }
        } onCancel: {
          Task { @MainActor in self.cancelled.insert(number) }
        }
        answered.insert(number)
        return value
      })
  }

  /// Makes the handler of a request return `value`, and waits until the handler has ended.
  func answer(_ number: Int, _ value: JSONValue) async throws {
    waiting.removeValue(forKey: number)?.resume(returning: value)
    try await eventually("the handler's end") { answered.contains(number) }
  }

  /// Makes the handlers of all open requests return `value`.
  func answerAll(_ value: JSONValue) {
    for continuation in waiting.values { continuation.resume(returning: value) }
    waiting = [:]
  }
}
