/// The downloads that a web view is about to begin, and who waits for each.
///
/// URLs are compared as the engine writes them: it writes many in a way of its own.
@MainActor
struct DownloadExpectations {
  /// The latest action that was allowed: WebKitGTK makes a download of a link that has the attribute.
  var latestAction: (url: String, action: WKNavigationAction)?

  private var started: [(download: GObjectReference, body: (WKDownload) -> Void)] = []
  private var expected: [(url: String, body: (WKDownload) -> Void)] = []

  /// Waits for a download of the engine to begin.
  mutating func add(_ download: GObjectReference, _ body: @escaping (WKDownload) -> Void) {
    started.append((download, body))
  }

  /// Waits for a download that the engine makes of what has a URL.
  mutating func add(_ url: String, _ body: @escaping (WKDownload) -> Void) {
    expected.append((url, body))
  }

  /// Who waits for a download, the first of all; nil if nobody does.
  mutating func take(_ download: OpaquePointer, url: String) -> ((WKDownload) -> Void)? {
    if let index = started.firstIndex(where: { $0.download.opaque == download }) {
      return started.remove(at: index).body
    }
    return expected.firstIndex { $0.url == url }.map { expected.remove(at: $0).body }
  }
}
