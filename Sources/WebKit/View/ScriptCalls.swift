/// The pending script calls of a web view. Each call ends once: with its result, or with an error when its document is
/// gone.
@MainActor
final class ScriptCalls {
  /// A function that takes the result of a script; nil for `undefined`.
  typealias Completion = @MainActor (Result<Any?, any Error>) -> Void

  /// Whether the empty document before the first load has this module's own scripts, or must not have them.
  var isEmptyDocumentIdentified = false

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
}
