import Causeway
import CausewayWebKit
import Foundation
import WebKit

/// The app around the page. It keeps the photos, and serves the functions that the page calls.
@MainActor final class AlbumApp {
  let library: PhotoLibrary
  /// The host, which must live as long as the web view.
  let host: WebViewHost
  private let album = Album()

  init(_ library: PhotoLibrary) {
    self.library = library
    let bridge = Bridge()
    host = WebViewHost(bridge: bridge)
    // Only the main frame of this origin is served: see `policy` in docs/own-bridge.md.
    bridge.install(CausewayDialect(album, origins: [PageFiles.origin]) { handlers })
    library.onChange = { [weak bridge, album] change in
      for frame in bridge?.frames ?? [] where frame.isMainFrame {
        // Ignore the error, because a page that has gone away needs no event.
        try? bridge?.conversation(with: frame.document)?.page(album).changed(change)
      }
    }
  }

  @CapabilityBuilder private var handlers: [Capability] {
    album.search.handler { [library] words, _ in library.photos(matching: words) }
    album.add.handler { [library] new, pieces, call in
      let draft = try library.makeDraft()
      // Reading `pieces` throws if the page cancels or goes away. For a draft that was kept, `discard` does nothing.
      defer { draft.discard() }
      try draft.expect(new.bytes)
      for try await piece in pieces {
        try draft.append(Data(piece))
        try call.report(Stored(bytes: draft.bytes, total: new.bytes))
      }
      return try library.keep(draft, title: new.title)
    }
    album.picture.handler { [library] id, _ in Bytes(try library.picture(of: id)) }
    album.rename.handler { [library] new, _ in try library.rename(new.id, to: new.title) }
    album.remove.handler { [library] id, _ in try library.remove(id) }
  }

  /// Makes the web view, with the page's files and the bridge.
  func makeWebView(width: Double, height: Double) -> WKWebView {
    let configuration = WKWebViewConfiguration()
    configuration.setURLSchemeHandler(PageFiles(), forURLScheme: PageFiles.scheme)
    host.attach(to: configuration)
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: width, height: height), configuration: configuration)
    webView.load(URLRequest(url: PageFiles.url))
    return webView
  }
}
