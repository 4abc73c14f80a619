/// The script calls of a web view that have no result yet. A call ends once: with its result, or because the document
/// that should give it is gone.
@MainActor final class ScriptCalls {
  private var open: [Int: (Result<Any?, any Error>) -> Void] = [:]
  private var latest = 0

  /// Opens a call; what it gives ends it, and does nothing if it ended before.
  func begin(_ completion: @escaping (Result<Any?, any Error>) -> Void) -> (Result<Any?, any Error>) -> Void {
    latest += 1
    let number = latest
    open[number] = completion
    return { [weak self] result in
      self?.open.removeValue(forKey: number)?(result)
    }
  }

  /// The main frame shows another document: whoever waits for the old one waits in vain.
  func documentDidChange() {
    failAll(.javaScriptInvalidFrameTarget)
  }

  /// Ends every open call with an error.
  func failAll(_ code: WKError.Code) {
    let calls = open.sorted { $0.key < $1.key }
    open = [:]
    for (_, completion) in calls { completion(.failure(WKError(code))) }
  }
}
