/// What starts a navigation.
///
/// Apple's `sourceFrame` and `targetFrame` are absent: WebKitGTK does not say which frame navigates.
@MainActor
open class WKNavigationAction: NSObject {
  /// What made the page navigate.
  public let navigationType: WKNavigationType
  /// The request: URL, method and header fields; a body is not shown.
  public let request: URLRequest

  init(navigationType: WKNavigationType, request: URLRequest) {
    self.navigationType = navigationType
    self.request = request
  }
}
