/// A frame of a page, as the engine reported it.
@MainActor open class WKFrameInfo: NSObject {
  /// Whether it is the page's main frame.
  public let isMainFrame: Bool
  /// The request of the frame's document.
  public let request: URLRequest
  /// The origin of the frame's document.
  public let securityOrigin: WKSecurityOrigin
  /// The web view that shows it.
  public private(set) weak var webView: WKWebView?

  init(_ document: FrameRegistry.Document, webView: WKWebView) {
    isMainFrame = document.isMainFrame
    request = document.url.map { URLRequest(url: $0) } ?? WKFrameInfo.blank
    securityOrigin = document.origin
    self.webView = webView
  }

  init(mainFrameAt url: URL?, webView: WKWebView) {
    isMainFrame = true
    request = url.map { URLRequest(url: $0) } ?? WKFrameInfo.blank
    securityOrigin = WKSecurityOrigin(serialized: "null")
    self.webView = webView
  }

  private static let blank = URLRequest(url: URL(fileURLWithPath: "/"))
}

/// An origin: scheme, host and port. Scheme and host are empty for an opaque origin.
@MainActor open class WKSecurityOrigin: NSObject {
  /// The scheme, such as `https`.
  public let `protocol`: String
  /// The host.
  public let host: String
  /// The port, 0 for the scheme's default.
  public let port: Int

  /// Reads what `self.origin` says: `scheme://host[:port]` or `null`.
  init(serialized: String) {
    let parts = URLComponents(string: serialized)
    let isOpaque = serialized == "null"
    `protocol` = isOpaque ? "" : parts?.scheme ?? ""
    host = isOpaque ? "" : parts?.host ?? ""
    port = parts?.port ?? 0
  }
}
