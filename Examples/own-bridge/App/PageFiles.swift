import Causeway
import Foundation
import WebKit

/// A scheme handler that serves the page's files, so that the page has an origin of its own.
final class PageFiles: NSObject, WKURLSchemeHandler {
  static let scheme = "album"
  static let origin = Origin(scheme: scheme, host: "page.localhost")
  static let url = URL(string: "album://page.localhost/index.html")!

  private static let types = ["html": "text/html", "css": "text/css", "js": "text/javascript"]
  private let folder = Bundle.module.url(forResource: "Page", withExtension: nil)

  func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
    // The last part of the path is enough, because all files are in one folder.
    guard let url = task.request.url, let type = Self.types[url.pathExtension],
      let file = folder?.appendingPathComponent(url.lastPathComponent),
      let data = try? Data(contentsOf: file)  // The page learns only that the file is missing.
    else { return task.didFailWithError(URLError(.fileDoesNotExist)) }
    task.didReceive(
      URLResponse(url: url, mimeType: type, expectedContentLength: data.count, textEncodingName: "utf-8"))
    task.didReceive(data)
    task.didFinish()
  }

  /// Does nothing, because every task is complete before `start` returns.
  func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {}
}
