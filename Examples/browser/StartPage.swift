import WebKit

/// A scheme handler for the pages of the app's own scheme: `browser://start/`.
final class StartPage: NSObject, WKURLSchemeHandler {
  static let scheme = "browser"
  static let url = URL(string: "browser://start/")!

  private struct File {
    let mimeType: String
    let bytes: [UInt8]
  }

  private let files = [
    "/": File(mimeType: "text/html", bytes: PackageResources.start_html),
    "/second": File(mimeType: "text/html", bytes: PackageResources.second_html),
    "/start.css": File(mimeType: "text/css", bytes: PackageResources.start_css),
    "/start.js": File(mimeType: "text/javascript", bytes: PackageResources.start_js),
  ]

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    guard let url = urlSchemeTask.request.url, let file = files[url.path] else {
      return urlSchemeTask.didFailWithError(URLError(.fileDoesNotExist))
    }
    let fields = [
      "Content-Type": "\(file.mimeType); charset=utf-8", "Content-Length": "\(file.bytes.count)",
      "Content-Security-Policy": "default-src 'self'",
    ]
    guard let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields) else {
      return urlSchemeTask.didFailWithError(URLError(.badServerResponse))
    }
    urlSchemeTask.didReceive(response)
    urlSchemeTask.didReceive(Data(file.bytes))
    urlSchemeTask.didFinish()
  }

  /// Does nothing, because every task is complete before `start` returns.
  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
}
