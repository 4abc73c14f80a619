/// The pending script calls of a web view. Each call ends once: with its result, or with an error when its document is
/// gone.
@MainActor
final class ScriptCalls {
  /// A function that takes the result of a script; nil for `undefined`.
  typealias Completion = @MainActor (Result<Any?, any Error>) -> Void

  private var open: [Int: Completion] = [:]
  private var latest = 0

  /// Begins a call. Returns a function that ends the call, and that has no effect after the call has ended.
  func begin(_ completion: @escaping Completion) -> Completion {
    latest += 1
    let number = latest
    open[number] = completion
    return { [weak self] result in
      self?.open.removeValue(forKey: number)?(result)
    }
  }

  /// Ends all pending calls with an error, in the order in which they began.
  func failAll(_ error: WKError) {
    let calls = open.sorted { $0.key < $1.key }
    open = [:]
    for (_, completion) in calls { completion(.failure(error)) }
  }

  /// Waits for the result of a script that `start` starts, for the asynchronous variants.
  static func value(_ start: (@escaping Completion) -> Void) async throws -> Any? {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<ScriptResult, any Error>) in
      start { continuation.resume(with: $0.map(ScriptResult.init)) }
    }.value
  }
}

/// A wrapper that carries a script's value through a continuation. This is safe, because both ends are on the main
/// actor.
private struct ScriptResult: @unchecked Sendable {
  let value: Any?
}

extension Any? {
  /// The value itself, or an empty `Optional<Any>` for nil, as Swift converts a nil Objective-C object on Apple's
  /// platforms.
  var bridged: Any {
    switch self {
    case let value?: value
    case nil: self as Any
    }
  }
}
