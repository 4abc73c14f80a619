import Foundation
import OnsideCore
import OnsideKit
import WebKit

/// A page that buys through `window.onside`, and requests the same products from a raw message handler.
@MainActor final class ShopPage {
  /// The times of the page's marks, in order.
  let marks: Marks

  private let webView: WKWebView
  private let text: ReadyText
  private let loader = Loader()

  /// The times at which the page's marks arrived. All messages of a page take the same path, so the time between two
  /// arrivals equals the time between the two marks in the page. The app's clock is finer than the page's.
  final class Marks {
    fileprivate var times: [String: [ContinuousClock.Instant]] = [:]

    /// Returns the duration from each mark named `first` to the mark named `last` at the same index, and removes the
    /// recorded times of both names.
    func take(from first: String, to last: String) -> [Duration] {
      zip(times.removeValue(forKey: first) ?? [], times.removeValue(forKey: last) ?? []).map { $1 - $0 }
    }
  }

  /// The answer of the raw message handler.
  private final class ReadyText {
    var value = ""
  }

  /// Opens a page that uses a client, and initializes the bridge in the page.
  init(_ client: OnsideClient) async throws {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    let controller = configuration.userContentController
    let (marks, text) = (Marks(), ReadyText())
    (self.marks, self.text) = (marks, text)
    let mark = RawHandler { body in
      marks.times[body as? String ?? "", default: []].append(.now)
      return nil
    }
    controller.addScriptMessageHandler(mark, contentWorld: .page, name: "mark")
    controller.addScriptMessageHandler(RawHandler { _ in text.value }, contentWorld: .page, name: "products")
    controller.addUserScript(
      WKUserScript(
        source: String(decoding: PackageResources.shop_js, as: UTF8.self), injectionTime: .atDocumentEnd,
        forMainFrameOnly: true))
    webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    OnsideJS.configure(webView, delegate: OnsidePagesDelegate(client))
    webView.navigationDelegate = loader
    try await loader.load("<!doctype html><title>Benchmark</title>", in: webView)
    try await run("await onside.initializeOnside('v1')")
  }

  /// Makes the page load products once, and passes the same text to the raw message handler. Returns the size of the
  /// text in bytes.
  func prepareProducts(count: Int) async throws -> Int {
    guard let text = try await run("return await shop.prepareProducts(count)", ["count": count]) as? String else {
      throw BenchError.noFigure("shop.prepareProducts")
    }
    self.text.value = text
    return text.utf8.count
  }

  /// Returns the time to load the products in one of the ways of `shop.js`, in milliseconds.
  func products(_ way: String) async throws -> Double {
    try await milliseconds("await shop.products(way)", ["way": way])
  }

  /// Returns the time until the page has received `count` waiting transactions, in milliseconds.
  func waiting(count: Int) async throws -> Double {
    try await milliseconds("await shop.waiting(count)", ["count": count])
  }

  /// Buys and finishes products, one after another; see ``marks``.
  func buy(_ productIdentifier: String, count: Int) async throws {
    try await run("await shop.buy(product, count)", ["product": productIdentifier, "count": count])
  }

  @discardableResult
  private func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
    try await webView.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page)
  }

  private func milliseconds(_ body: String, _ arguments: [String: Any]) async throws -> Double {
    guard let value = try await run("return \(body)", arguments) as? NSNumber else { throw BenchError.noFigure(body) }
    return value.doubleValue
  }
}
