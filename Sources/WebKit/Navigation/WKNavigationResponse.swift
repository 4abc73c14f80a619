/// The response to a navigation's request.
@preconcurrency @MainActor
open class WKNavigationResponse: NSObject {
  /// Whether the response is for the main frame.
  open var isForMainFrame: Bool { content.isForMainFrame }
  /// The response; an `HTTPURLResponse` if it has a status.
  open var response: URLResponse { content.response }
  /// Whether WebKit can show the response.
  open var canShowMIMEType: Bool { content.canShowMIMEType }

  private struct Content {
    let isForMainFrame: Bool
    let response: URLResponse
    let canShowMIMEType: Bool
  }

  private let content: Content

  /// Creates an empty response for the app's tests. A test's subclass overrides the properties that the test reads.
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
