import Causeway
import CausewayJSON

/// A source of streams to the page. Each stream counts up from 0. The source records the last number and the number of
/// cancellations.
@MainActor final class NumberSource {
  /// The ways in which a source ends after its last number.
  enum End {
    case regular
    /// The source throws ``Failed``.
    case error
    /// The source waits until its task is cancelled.
    case never
  }

  struct Failed: PageFacingError {
    let code = "SOURCE_FAILED"
    let pageMessage = "The source failed."
  }

  /// The number of values that have been made.
  private(set) var made = 0
  /// The number of sources with ``End/never`` that wait.
  var waits: Int { waiting.count }
  private(set) var cancelled = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The capabilities `count`, `fail` and `follow`. Each capability sends the given number of values, and then ends as
  /// its ``End`` specifies.
  var capabilities: [Capability] {
    [capability("count", .regular), capability("fail", .error), capability("follow", .never)]
  }

  private func capability(_ name: String, _ end: End) -> Capability {
    Capability(name, policy: .everyone, streaming: { [self] (count: Int, _: Call) in numbers(count, end: end) })
  }

  func numbers(_ count: Int, end: End = .regular) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { try await self.next(count, end) }
  }

  private func next(_ count: Int, _ end: End) async throws -> Int? {
    if made < count {
      made += 1
      return made - 1
    }
    switch end {
    case .regular: return nil
    case .error: throw Failed()
    case .never:
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting.append($0) }
      } onCancel: {
        Task { @MainActor in self.cancel() }
      }
      throw CancellationError()
    }
  }

  private func cancel() {
    cancelled += 1
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
