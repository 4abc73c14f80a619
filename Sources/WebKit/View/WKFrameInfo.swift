/// A frame of a page, at the time when it did something.
@preconcurrency @MainActor
open class WKFrameInfo: NSObject {
  /// Whether it is the page's main frame.
  open var isMainFrame: Bool { content.isMainFrame }
  /// The request of the frame's document: its URL.
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

  /// The document that the agent vouched for; nil where the engine did not say which it is.
  private(set) weak var document: FrameDocument?

  /// A frame of the app's own, for its tests: a subclass overrides what they read. The rest is empty.
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

  /// A frame of which nothing is known but perhaps the origin. It counts as a sub-frame.
  init(of origin: WKSecurityOrigin?, webView: WKWebView) {
    content = Content(
      isMainFrame: false, request: URLRequest(url: .blank),
      securityOrigin: origin ?? WKSecurityOrigin(serialized: "null"))
    self.webView = webView
  }
}

extension WKFrameInfo {
  /// The documents of frames are gone, by the word of a host that has asked them: a page can hide this from the module.
  package static func documentsAreGone(_ frames: [WKFrameInfo]) {
    for (webView, frames) in Dictionary(grouping: frames, by: \.webView) {
      guard let webView else { continue }
      webView.content.frames.end(Set(frames.compactMap(\.document).map(ObjectIdentifier.init)), of: webView)
    }
  }
}

extension URL {
  /// What a frame shows before it was told to load anything.
  static let blank = URL(string: "about:blank")!
}
