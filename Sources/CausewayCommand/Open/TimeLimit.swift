import CausewayTool
import Foundation

/// Runs `work` with a timeout. After the timeout, prints the current step and returns ``ExitCode/timeout``.
///
/// - Parameter seconds: the timeout in seconds; nil for none.
/// - Parameter isVerbose: whether the messages are already shown. If not, the text says how to show them.
/// - Parameter work: receives a function with which it reports its next step.
@MainActor func withTimeLimit(
  _ seconds: Double?, isVerbose: Bool,
  _ work: @escaping @MainActor (_ step: @escaping @MainActor (String) -> Void) async throws -> ExitCode
) async throws -> ExitCode {
  let race = Race()
  return try await withCheckedThrowingContinuation { continuation in
    race.continuation = continuation
    Task {
      do {
        let code = try await work { race.step = $0 }
        race.end(.success(code))
      } catch {
        race.end(.failure(error))
      }
    }
    guard let seconds else { return }
    Task {
      try await Task.sleep(for: .seconds(seconds))
      guard race.continuation != nil else { return }
      Tool.complain(
        "the timeout of \(seconds.formatted()) s passed while \(race.step)",
        advice: isVerbose ? nil : "--verbose shows the page's console, its errors, and each message with its answer.")
      race.end(.success(.timeout))
    }
  }
}

@MainActor private final class Race {
  var continuation: CheckedContinuation<ExitCode, any Error>?
  var step = "starting"

  func end(_ result: Result<ExitCode, any Error>) {
    continuation?.resume(with: result)
    continuation = nil
  }
}
