import Foundation
import WebKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A handler that transfers bytes through URLs of the scheme ``WebViewHost/bytesScheme``, for the pages of one
/// `WebPage.Configuration`.
///
/// WebKit does not report to a `URLSchemeHandler` which page sends a request. Therefore each configuration has its own
/// handler, which accepts only the keys of documents with that configuration's content controller. A key does not work
/// in a page of another configuration.
@available(iOS 26, macOS 26, *)
@MainActor final class PageBytesHandler: URLSchemeHandler {
  private weak var host: WebViewHost?
  private weak var controller: WKUserContentController?

  init(host: WebViewHost, controller: WKUserContentController) {
    self.host = host
    self.controller = controller
  }

  nonisolated func reply(for request: URLRequest) -> AsyncThrowingStream<URLSchemeTaskResult, any Error> {
    AsyncThrowingStream { continuation in
      Task { @MainActor in
        do {
          let answer = try answer(request)
          continuation.yield(.response(answer.response))
          continuation.yield(.data(answer.data))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }

  private func answer(_ request: URLRequest) throws -> BytesAnswer {
    try BytesAnswer(to: request) { key in
      guard let controller, let document = host?.document(key: key),
        document.webView?.configuration.userContentController === controller
      else { return nil }
      return document
    }
  }
}
