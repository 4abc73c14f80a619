import Causeway
import CausewayJSON
import WebTestSupport

/// A capability named `stubborn` that answers when the test says so, whether or not it was cancelled.
@MainActor final class Stubborn {
  private var waiting: [Int: CheckedContinuation<JSONValue, Never>] = [:]
  /// How many requests began.
  private(set) var started = 0
  /// Which of them were cancelled, by their order.
  private(set) var cancelled: Set<Int> = []
  /// Which of them have answered.
  private(set) var answered: Set<Int> = []

  /// For every frame, without a deadline.
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

  /// Lets a request answer, and waits until it has.
  func answer(_ number: Int, _ value: JSONValue) async throws {
    waiting.removeValue(forKey: number)?.resume(returning: value)
    try await eventually("the handler's end") { answered.contains(number) }
  }

  /// Lets all answer.
  func answerAll(_ value: JSONValue) {
    for continuation in waiting.values { continuation.resume(returning: value) }
    waiting = [:]
  }
}
