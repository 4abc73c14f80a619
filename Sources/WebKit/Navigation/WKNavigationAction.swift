/// The action that starts a navigation.
///
/// Apple's `sourceFrame` is absent, because WebKitGTK does not say which frame navigates.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
  /// The event that made the page navigate.
  open var navigationType: WKNavigationType { content.navigationType }
  /// The request: URL, method and header fields. The body is not available.
  open var request: URLRequest { content.request }
  /// The frame that navigates; nil for a new window.
  open var targetFrame: WKNavigationTarget? { content.targetFrame }

  private struct Content {
    let navigationType: WKNavigationType
    let request: URLRequest
    let targetFrame: WKNavigationTarget?
  }

  private let content: Content

  /// Creates an empty action for the app's tests. A test's subclass overrides the properties that the test reads.
  public override init() {
    content = Content(navigationType: .other, request: URLRequest(url: .blank), targetFrame: nil)
  }

  init(navigationType: WKNavigationType, request: URLRequest, targetFrame: WKNavigationTarget?) {
    content = Content(navigationType: navigationType, request: request, targetFrame: targetFrame)
  }
}

/// A frame of the page, in place of Apple's `WKFrameInfo`, because WebKitGTK says whether a frame navigates or a new
/// window opens, but not which frame. Properties that depend on the frame, such as `isMainFrame`, are absent.
@preconcurrency @MainActor
public final class WKNavigationTarget: NSObject {
  override init() {}
}
