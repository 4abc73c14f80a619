/// The downloads that a web view is about to begin, and the function that takes each of them.
///
/// URLs are compared in the engine's spelling, because the engine normalizes many URLs.
@MainActor
struct DownloadExpectations {
  /// The latest action that was allowed. WebKitGTK turns it into a download if the link has the `download` attribute.
  var latestAction: (url: String, action: WKNavigationAction)?

  private var started: [(download: GObjectReference, body: (WKDownload) -> Void)] = []
  private var expected: [(url: String, body: (WKDownload) -> Void)] = []

  /// Registers a function that takes a download of the engine when the download begins.
  mutating func add(_ download: GObjectReference, _ body: @escaping (WKDownload) -> Void) {
    started.append((download, body))
  }

  /// Registers a function that takes the download that the engine makes from a URL.
  mutating func add(_ url: String, _ body: @escaping (WKDownload) -> Void) {
    expected.append((url, body))
  }

  /// Removes and returns the first function that is registered for a download; nil if there is none.
  mutating func take(_ download: OpaquePointer, url: String) -> ((WKDownload) -> Void)? {
    if let index = started.firstIndex(where: { $0.download.opaque == download }) {
      return started.remove(at: index).body
    }
    return expected.firstIndex { $0.url == url }.map { expected.remove(at: $0).body }
  }
}
