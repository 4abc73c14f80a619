/// What starts a navigation.
///
/// Apple's `sourceFrame` is absent: WebKitGTK does not say which frame navigates.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
  /// What made the page navigate.
  open var navigationType: WKNavigationType { content.navigationType }
  /// The request: URL, method and header fields; a body is not shown.
  open var request: URLRequest { content.request }
  /// The frame that navigates; nil for a new window.
  open var targetFrame: WKNavigationTarget? { content.targetFrame }

  private struct Content {
    let navigationType: WKNavigationType
    let request: URLRequest
    let targetFrame: WKNavigationTarget?
  }

  private let content: Content

  /// An action of the app's own, for its tests: a subclass overrides what they read. The rest is empty.
  public override init() {
    content = Content(navigationType: .other, request: URLRequest(url: .blank), targetFrame: nil)
  }

  init(navigationType: WKNavigationType, request: URLRequest, targetFrame: WKNavigationTarget?) {
    content = Content(navigationType: navigationType, request: request, targetFrame: targetFrame)
  }
}

/// Some frame of the page, in the place of Apple's `WKFrameInfo`: WebKitGTK says whether a frame navigates or a new
/// window opens, but not which frame. What depends on that, such as `isMainFrame`, is absent.
@preconcurrency @MainActor
public final class WKNavigationTarget: NSObject {
  override init() {}
}
