/// The downloads that a web view is about to begin, and who waits for each.
@MainActor
struct DownloadExpectations {
  /// The latest action that was allowed: WebKitGTK makes a download of a link that has the attribute.
  var latestAction: WKNavigationAction?

  private var expected: [(url: URL?, body: (WKDownload) -> Void)] = []

  /// Waits for the download of a URL.
  mutating func add(_ url: URL?, _ body: @escaping (WKDownload) -> Void) {
    expected.append((url, body))
  }

  /// Who waits for the download of a URL, the first of all; nil if nobody does.
  mutating func take(_ url: URL?) -> ((WKDownload) -> Void)? {
    expected.firstIndex { $0.url == url }.map { expected.remove(at: $0).body }
  }
}
