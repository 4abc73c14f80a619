/// The answer to a navigation's request.
@preconcurrency @MainActor
open class WKNavigationResponse: NSObject {
  /// Whether it is for the main frame.
  open var isForMainFrame: Bool { given.isForMainFrame }
  /// The response; an `HTTPURLResponse` where there is a status.
  open var response: URLResponse { given.response }
  /// Whether WebKit can show it.
  open var canShowMIMEType: Bool { given.canShowMIMEType }

  private struct Content {
    let isForMainFrame: Bool
    let response: URLResponse
    let canShowMIMEType: Bool
  }

  private let content: Content?
  private var given: Content { content.givenByWebKit(to: self) }

  /// A response of the app's own, for its tests: a subclass overrides what they read; the rest stops the program.
  public override init() {
    content = nil
  }

  init(isForMainFrame: Bool, response: URLResponse, canShowMIMEType: Bool) {
    content = Content(isForMainFrame: isForMainFrame, response: response, canShowMIMEType: canShowMIMEType)
  }
}
