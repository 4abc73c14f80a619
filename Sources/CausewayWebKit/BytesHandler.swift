import Foundation
import WebKit

/// Carries bytes by URLs of ``WebViewHost/bytesScheme``, for web views.
///
/// The key is known to one document alone, and is answered in that document's web view only. Within the web view it is
/// all that is asked for: WebKit does not say which frame wants a URL of a scheme.
@MainActor final class BytesHandler: NSObject, WKURLSchemeHandler {
  private weak var host: WebViewHost?

  init(host: WebViewHost) {
    self.host = host
  }

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    do {
      let answer = try BytesAnswer(to: urlSchemeTask.request) { key in
        host?.document(key: key).flatMap { $0.webView === webView ? $0 : nil }
      }
      urlSchemeTask.didReceive(answer.response)
      urlSchemeTask.didReceive(answer.data)
      urlSchemeTask.didFinish()
    } catch {
      urlSchemeTask.didFailWithError(error)
    }
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
    // Every task is answered before `start` returns.
  }
}
