import Foundation
import WebKit

/// A handler that transfers bytes through URLs of the scheme ``WebViewHost/bytesScheme``, for web views.
///
/// A key is known only to its document, and the handler accepts the key only in that document's web view. Within the
/// web view, the key is the only check, because WebKit does not report which frame requests a URL.
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
