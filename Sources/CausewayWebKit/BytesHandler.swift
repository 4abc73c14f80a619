import Foundation
import WebKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Serves `causeway-bytes://<document's key>/<name>`: a page posts bytes for the app there and gets what the app offers.
///
/// The key is known to one document alone, and is answered in that document's web view only. Within the web view it is
/// all that is asked for: WebKit does not say which frame wants a URL of a scheme.
@MainActor final class BytesHandler: NSObject, WKURLSchemeHandler {
  private weak var host: WebViewHost?

  init(host: WebViewHost) {
    self.host = host
  }

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    let request = urlSchemeTask.request
    guard let url = request.url, let (key, name) = Self.address(in: url.absoluteString),
      let document = host?.document(key: key), document.webView === webView
    else { return urlSchemeTask.didFailWithError(URLError(.noPermissionsToReadFile)) }

    switch request.httpMethod {
    case "POST":
      let isTaken = document.waiting.handOver(request.httpBody ?? Data(), under: name)
      answer(urlSchemeTask, url, status: isTaken ? 200 : 413)
    case "GET":
      let data = document.waiting.collect(name)
      answer(urlSchemeTask, url, status: data == nil ? 404 : 200, data ?? Data())
    default: answer(urlSchemeTask, url, status: 405)
    }
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
    // Every task is answered before `start` returns.
  }

  /// The key and the name in a URL of the scheme, as they stand there: `URL` would undo escapes.
  private static func address(in text: String) -> (key: String, name: String)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "\(WebViewHost.bytesScheme):", parts[1].isEmpty else { return nil }
    return (String(parts[2]), String(parts[3]))
  }

  private func answer(_ task: any WKURLSchemeTask, _ url: URL, status: Int, _ data: Data = Data()) {
    // The document is of another origin than these URLs, whatever it is; who knows the key may read the answer.
    let fields = [
      "Access-Control-Allow-Origin": "*", "Cache-Control": "no-store", "Content-Type": "application/octet-stream",
      "Content-Length": "\(data.count)",
    ]
    guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    else { return task.didFailWithError(URLError(.badURL)) }
    task.didReceive(response)
    task.didReceive(data)
    task.didFinish()
  }
}
