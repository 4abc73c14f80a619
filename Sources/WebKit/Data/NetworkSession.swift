import CWebKitGTK

/// A session of WebKitGTK, with the single objects that distribute the session's downloads and order the starts of its
/// navigations. If a session had two of them, both would take each download, and the navigations of one would not wait for
/// those of the other.
@MainActor
final class NetworkSession {
  private let session: GObjectReference
  private let downloads: SessionDownloads
  /// The starts of the navigations of the session's web views.
  let starts: NavigationStarts

  init(_ session: GObjectReference) {
    self.session = session
    downloads = SessionDownloads(session)
    starts = NavigationStarts(session)
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
