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

  /// A frame of which the engine tells nothing but whether it is the main one.
  init(isMainFrame: Bool, url: URL?, webView: WKWebView) {
    self.isMainFrame = isMainFrame
    request = URLRequest(url: url ?? .blank)
    securityOrigin = WKSecurityOrigin(serialized: "null")
    self.webView = webView
  }
}

extension URL {
  /// What a frame shows before it was told to load anything.
  static let blank = URL(string: "about:blank")!
}
