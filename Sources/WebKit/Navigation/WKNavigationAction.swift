/// What starts a navigation.
///
/// Apple's `sourceFrame` is absent: WebKitGTK does not say which frame navigates.
@MainActor
open class WKNavigationAction: NSObject {
  /// What made the page navigate.
  public let navigationType: WKNavigationType
  /// The request: URL, method and header fields; a body is not shown.
  public let request: URLRequest
  /// The frame that navigates; nil for a new window.
  public let targetFrame: WKNavigationTarget?

  init(navigationType: WKNavigationType, request: URLRequest, targetFrame: WKNavigationTarget?) {
    self.navigationType = navigationType
    self.request = request
    self.targetFrame = targetFrame
  }
}

/// Some frame of the page, in the place of Apple's `WKFrameInfo`: WebKitGTK says whether a frame navigates or a new
/// window opens, but not which frame. What depends on that, such as `isMainFrame`, is absent.
@MainActor
public final class WKNavigationTarget: NSObject {
  override init() {}
}
