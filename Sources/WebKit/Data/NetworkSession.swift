import CWebKitGTK

/// A session of WebKitGTK, with the single object that distributes the session's downloads. If a session had two such
/// objects, both would take each download.
@MainActor
final class NetworkSession {
  private let session: GObjectReference
  private let downloads: SessionDownloads

  init(_ session: GObjectReference) {
    self.session = session
    downloads = SessionDownloads(session)
  }

  /// The pointer that WebKitGTK's functions take.
  var opaque: OpaquePointer { session.opaque }
}

/// The downloads of a session, each of which is passed to the web view whose page caused it. A download whose web view
/// is gone is cancelled, because WebKitGTK would otherwise write a file to the user's download folder.
@MainActor
final class SessionDownloads {
  private let signal: SignalConnection

  init(_ session: GObjectReference) {
    let started: @convention(c) (gpointer, OpaquePointer, gpointer) -> Void = { _, download, _ in
      MainActor.assumeIsolated {
        guard let webView = WebViewDirectory.webView(of: webkit_download_get_web_view(download)) else {
          return webkit_download_cancel(download)
        }
        webView.downloads.downloadDidStart(download, in: webView)
      }
    }
    signal = SignalConnection(
      session, "download-started", box: ClosureBox(()), callback: unsafeBitCast(started, to: GCallback.self))
  }
}
