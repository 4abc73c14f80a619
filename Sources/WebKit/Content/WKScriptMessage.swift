/// A message that a page posted.
@preconcurrency @MainActor
open class WKScriptMessage: NSObject {
  /// The posted value: `NSNumber`, `String`, `Date`, `NSNull`, or arrays and dictionaries of these, in types that cast
  /// to `[Any]`, `[String: Any]`, `[AnyHashable]` and `[String: AnyHashable]` at every depth. An empty `Optional<Any>`
  /// stands for `undefined`.
  open var body: Any { content.body }
  /// The web view whose page posted the message.
  open private(set) weak var webView: WKWebView?
  /// The frame that posted the message. The engine reports the frame, so a page cannot forge it.
  open var frameInfo: WKFrameInfo { content.frameInfo }
  /// The name under which the handler was added.
  open var name: String { content.name }
  /// The script world in which the message was posted.
  open var world: WKContentWorld { content.world }

  private struct Content {
    let body: Any
    let frameInfo: WKFrameInfo
    let name: String
    let world: WKContentWorld
  }

  private let content: Content

  /// Creates an empty message for the app's tests. A test's subclass overrides the properties that the test reads.
  public override init() {
    content = Content(body: Optional<Any>.none as Any, frameInfo: WKFrameInfo(), name: "", world: .page)
  }

  init(body: Any, webView: WKWebView, frameInfo: WKFrameInfo, name: String, world: WKContentWorld) {
    content = Content(body: body, frameInfo: frameInfo, name: name, world: world)
    self.webView = webView
  }
}
