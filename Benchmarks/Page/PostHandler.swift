import WebKit

/// The baseline for a stream of bytes: a handler of a custom URL scheme that answers a POST with the number of the
/// request's bytes.
@MainActor final class PostHandler: NSObject, WKURLSchemeHandler {
  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    let body = Data("\(urlSchemeTask.request.httpBody?.count ?? 0)".utf8)
    let headers = ["Access-Control-Allow-Origin": "*", "Content-Length": "\(body.count)"]
    guard let url = urlSchemeTask.request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: headers)
    else { return urlSchemeTask.didFailWithError(URLError(.badURL)) }
    urlSchemeTask.didReceive(response)
    urlSchemeTask.didReceive(body)
    urlSchemeTask.didFinish()
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
    // Does nothing, because every task is answered before `start` returns.
  }
}
