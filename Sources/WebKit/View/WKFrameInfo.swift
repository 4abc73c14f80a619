/// A frame of a page, at the time of a message or a delegate call.
@preconcurrency @MainActor
open class WKFrameInfo: NSObject {
  /// Whether the frame is the page's main frame.
  open var isMainFrame: Bool { content.isMainFrame }
  /// A request with the URL of the frame's document.
  open var request: URLRequest { content.request }
  /// The origin of the frame's document.
  open var securityOrigin: WKSecurityOrigin { content.securityOrigin }
  /// The web view that shows the page.
  open private(set) weak var webView: WKWebView?

  private struct Content {
    let isMainFrame: Bool
    let request: URLRequest
    let securityOrigin: WKSecurityOrigin
  }

  private let content: Content

  /// The document that the identity agent reported; nil if the frame could not be identified, or if the document is
  /// gone.
  private(set) weak var document: FrameDocument?

  /// Creates an empty frame for the app's tests. A test's subclass overrides the properties that the test reads.
  public override init() {
    content = Content(
      isMainFrame: false, request: URLRequest(url: .blank), securityOrigin: WKSecurityOrigin(serialized: "null"))
  }

  init(_ document: FrameDocument, webView: WKWebView) {
    content = Content(
      isMainFrame: document.isMainFrame, request: URLRequest(url: document.url ?? .blank),
      securityOrigin: document.origin)
    self.document = document
    self.webView = webView
  }

  /// Creates the information for a frame that could not be identified, which counts as a sub-frame. `origin` is nil if
  /// the frame's origin is unknown, too.
  init(of origin: WKSecurityOrigin?, webView: WKWebView) {
    content = Content(
      isMainFrame: false, request: URLRequest(url: .blank),
      securityOrigin: origin ?? WKSecurityOrigin(serialized: "null"))
    self.webView = webView
  }
}

extension WKFrameInfo {
  /// Ends the documents of frames from which a host got no answer. A page can hide the end of a document from this
  /// module, so this module needs the host's report.
  package static func documentsAreGone(_ frames: [WKFrameInfo]) {
    for (webView, frames) in Dictionary(grouping: frames, by: \.webView) {
      guard let webView else { continue }
      webView.content.frames.end(Set(frames.compactMap(\.document).map(ObjectIdentifier.init)), of: webView)
    }
  }
}

extension URL {
  /// The URL of a frame before its first load.
  static let blank = URL(string: "about:blank")!
}
