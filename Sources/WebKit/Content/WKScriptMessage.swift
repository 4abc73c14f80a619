/// A message that a page posted.
@preconcurrency @MainActor
open class WKScriptMessage: NSObject {
  /// What was posted: `NSNumber`, `String`, `Date`, `NSNull`, or arrays and dictionaries of these, in types that cast to
  /// `[Any]`, `[String: Any]`, `[AnyHashable]` and `[String: AnyHashable]` at every depth. An empty `Optional<Any>` for
  /// `undefined`.
  open var body: Any { content.body }
  /// The web view whose page posted.
  open private(set) weak var webView: WKWebView?
  /// The frame that posted. It is the engine's word, not the page's.
  open var frameInfo: WKFrameInfo { content.frameInfo }
  /// The handler's name.
  open var name: String { content.name }
  /// The world in which it was posted.
  open var world: WKContentWorld { content.world }

  private struct Content {
    let body: Any
    let frameInfo: WKFrameInfo
    let name: String
    let world: WKContentWorld
  }

  private let content: Content

  /// A message of the app's own, for its tests: a subclass overrides what they read. The rest is empty.
  public override init() {
    content = Content(body: Optional<Any>.none as Any, frameInfo: WKFrameInfo(), name: "", world: .page)
  }

  init(body: Any, webView: WKWebView, frameInfo: WKFrameInfo, name: String, world: WKContentWorld) {
    content = Content(body: body, frameInfo: frameInfo, name: name, world: world)
    self.webView = webView
  }
}
