extension WKWebView {
  /// Searches the page for a text, starting at the selection, then selects and shows the match.
  public func find(
    _ string: String, configuration: WKFindConfiguration = .init(),
    completionHandler: @escaping @MainActor (WKFindResult) -> Void
  ) {
    guard !string.isEmpty else { return completionHandler(WKFindResult(matchFound: false)) }
    textSearch.find(string, configuration) { completionHandler(WKFindResult(matchFound: $0)) }
  }

  /// Searches the page for a text, starting at the selection, then selects and shows the match.
  public func find(_ string: String, configuration: WKFindConfiguration = .init()) async throws -> WKFindResult {
    await withCheckedContinuation { continuation in
      find(string, configuration: configuration) { continuation.resume(returning: $0) }
    }
  }
}
