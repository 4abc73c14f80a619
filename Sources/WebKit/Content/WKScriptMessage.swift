/// A message that a page posted.
@MainActor
open class WKScriptMessage: NSObject {
  /// What was posted: `NSNumber`, `String`, `Date`, `NSNull`, or arrays and dictionaries of these, in types that cast to
  /// `[Any]`, `[String: Any]`, `[AnyHashable]` and `[String: AnyHashable]` at every depth. An empty `Optional<Any>` for
  /// `undefined`.
  public let body: Any
  /// The web view whose page posted.
  open private(set) weak var webView: WKWebView?
  /// The frame that posted. It is the engine's word, not the page's.
  public let frameInfo: WKFrameInfo
  /// The handler's name.
  public let name: String
  /// The world in which it was posted.
  public let world: WKContentWorld

  init(body: Any, webView: WKWebView, frameInfo: WKFrameInfo, name: String, world: WKContentWorld) {
    self.body = body
    self.webView = webView
    self.frameInfo = frameInfo
    self.name = name
    self.world = world
  }
}
