/// A frame of a page, at the time when it did something.
@MainActor
open class WKFrameInfo: NSObject {
  /// Whether it is the page's main frame.
  public let isMainFrame: Bool
  /// The request of the frame's document: its URL.
  public let request: URLRequest
  /// The origin of the frame's document.
  public let securityOrigin: WKSecurityOrigin
  /// The web view that shows the page.
  open private(set) weak var webView: WKWebView?

  /// The document that the agent vouched for; nil where the engine did not say which it is.
  private(set) weak var document: FrameDocument?

  init(_ document: FrameDocument, webView: WKWebView) {
    isMainFrame = document.isMainFrame
    request = URLRequest(url: document.url ?? .blank)
    securityOrigin = document.origin
    self.document = document
    self.webView = webView
  }

  /// A frame of which nothing is known but perhaps the origin. It counts as a sub-frame.
  init(of origin: WKSecurityOrigin?, webView: WKWebView) {
    isMainFrame = false
    request = URLRequest(url: .blank)
    securityOrigin = origin ?? WKSecurityOrigin(serialized: "null")
    self.webView = webView
  }
}

extension URL {
  /// What a frame shows before it was told to load anything.
  static let blank = URL(string: "about:blank")!
}
