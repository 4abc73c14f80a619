/// The script calls of a web view that have no result yet. Each ends once: with its result, or with an error when the
/// document that should give it is gone.
@MainActor
final class ScriptCalls {
  /// What a script gave; nil for `undefined`.
  typealias Completion = @MainActor (Result<Any?, any Error>) -> Void

  /// Whether the empty document before the first load has this module's own scripts, or is not to have them.
  var isEmptyDocumentIdentified = false

  private var open: [Int: Completion] = [:]
  private var latest = 0

  /// Opens a call. What this returns ends it, and does nothing if it was ended before.
  func begin(_ completion: @escaping Completion) -> Completion {
    latest += 1
    let number = latest
    open[number] = completion
    return { [weak self] result in
      self?.open.removeValue(forKey: number)?(result)
    }
  }

  /// Ends all open calls with an error, in the order in which they were opened.
  func failAll(_ error: WKError) {
    let calls = open.sorted { $0.key < $1.key }
    open = [:]
    for (_, completion) in calls { completion(.failure(error)) }
  }
}
