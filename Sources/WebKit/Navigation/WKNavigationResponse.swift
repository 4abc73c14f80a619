/// The answer to a navigation's request.
@MainActor
open class WKNavigationResponse: NSObject {
  /// Whether it is for the main frame.
  public let isForMainFrame: Bool
  /// The response; an `HTTPURLResponse` where there is a status.
  public let response: URLResponse
  /// Whether WebKit can show it.
  public let canShowMIMEType: Bool

  init(isForMainFrame: Bool, response: URLResponse, canShowMIMEType: Bool) {
    self.isForMainFrame = isForMainFrame
    self.response = response
    self.canShowMIMEType = canShowMIMEType
  }
}
