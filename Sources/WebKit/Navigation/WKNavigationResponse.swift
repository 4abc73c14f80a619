/// The answer to a navigation's request.
@preconcurrency @MainActor
open class WKNavigationResponse: NSObject {
  /// Whether it is for the main frame.
  open var isForMainFrame: Bool { content.isForMainFrame }
  /// The response; an `HTTPURLResponse` where there is a status.
  open var response: URLResponse { content.response }
  /// Whether WebKit can show it.
  open var canShowMIMEType: Bool { content.canShowMIMEType }

  private struct Content {
    let isForMainFrame: Bool
    let response: URLResponse
    let canShowMIMEType: Bool
  }

  private let content: Content

  /// A response of the app's own, for its tests: a subclass overrides what they read. The rest is empty.
  public override init() {
    content = Content(
      isForMainFrame: false,
      response: URLResponse(url: .blank, mimeType: nil, expectedContentLength: -1, textEncodingName: nil),
      canShowMIMEType: false)
  }

  init(isForMainFrame: Bool, response: URLResponse, canShowMIMEType: Bool) {
    content = Content(isForMainFrame: isForMainFrame, response: response, canShowMIMEType: canShowMIMEType)
  }
}
