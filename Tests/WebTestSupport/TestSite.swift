import Foundation
import WebKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A site for tests, with pages at any host of the scheme `test`. In this way, frames have real and different origins
/// without a socket.
@MainActor public final class TestSite: NSObject, WKURLSchemeHandler {
  /// The site's scheme.
  public nonisolated static let scheme = "test"

  private var pages: [String: String] = [:]
  private var held: [String: [any WKURLSchemeTask]] = [:]

  /// The page that the site serves at a URL such as `test://a.example/`.
  public subscript(url: String) -> String? {
    get { pages[url] }
    set { pages[url] = newValue }
  }

  /// Delays the answers to requests for this URL until ``release(_:)``.
  public func hold(_ url: String) { held[url] = [] }

  /// Answers the delayed requests for this URL.
  public func release(_ url: String) {
    for task in held.removeValue(forKey: url) ?? [] { answer(task) }
  }

  /// Answers with the page, or delays the answer if the test holds the URL.
  public func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    if let url = urlSchemeTask.request.url?.absoluteString, held[url] != nil {
      held[url]?.append(urlSchemeTask)
    } else {
      answer(urlSchemeTask)
    }
  }

  private func answer(_ urlSchemeTask: any WKURLSchemeTask) {
    guard let url = urlSchemeTask.request.url, let page = pages[url.absoluteString] else {
      return urlSchemeTask.didFailWithError(URLError(.fileDoesNotExist))
    }
    urlSchemeTask.didReceive(
      URLResponse(url: url, mimeType: "text/html", expectedContentLength: page.utf8.count, textEncodingName: "utf-8"))
    urlSchemeTask.didReceive(Data(page.utf8))
    urlSchemeTask.didFinish()
  }

  /// Forgets a request that WebKit has cancelled.
  public func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
    for url in held.keys { held[url]?.removeAll { $0 === urlSchemeTask } }
  }
}
