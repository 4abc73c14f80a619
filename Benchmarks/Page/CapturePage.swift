import Causeway
import CausewayWebKit
import Foundation
import GBGBridge
import WebKit

/// A page that requests a photograph: from GBGBridge, and from a raw message handler that has the same base64 text
/// ready.
@MainActor final class CapturePage {
  /// Data as large as a document's photograph from a camera of 12 megapixels.
  static let photograph = Data((0..<(5 << 20)).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) })

  private let webView: WKWebView
  private let webViewHost: WebViewHost
  private let host = BridgeHost(hostVersion: "1.0.0")
  private let loader = Loader()

  init() async throws {
    let bridge = Bridge()
    host.attach(to: bridge)
    host.documentCapture.handler = { _ in
      .document(DocumentCaptureResult(imageData: Self.photograph, width: 4000, height: 3000, mimeType: "image/jpeg"))
    }
    webViewHost = WebViewHost(bridge: bridge)
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    let text = Self.photograph.base64EncodedString()
    let controller = configuration.userContentController
    controller.addScriptMessageHandler(RawHandler { _ in text }, contentWorld: .page, name: "photograph")
    webViewHost.attach(to: configuration)
    controller.addUserScript(
      WKUserScript(
        source: String(decoding: PackageResources.capture_js, as: UTF8.self), injectionTime: .atDocumentEnd,
        forMainFrameOnly: true))
    webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    webView.navigationDelegate = loader
    try await loader.load("<!doctype html><title>Benchmark</title>", in: webView)
  }

  /// Requests `count` photographs, one after another. Returns the time for all of them, in milliseconds.
  func photographs(_ way: String, count: Int) async throws -> Double {
    let value = try await webView.callAsyncJavaScript(
      "return await capture.photographs(way, count)", arguments: ["way": way, "count": count], contentWorld: .page)
    guard let milliseconds = value as? NSNumber else { throw BenchError.noFigure("capture.photographs") }
    return milliseconds.doubleValue
  }

  /// Sends small requests while `count` photographs arrive. Returns the time of each request, in milliseconds.
  func meanwhile(_ way: String, count: Int) async throws -> [Double] {
    let value = try await webView.callAsyncJavaScript(
      "return await capture.meanwhile(way, count)", arguments: ["way": way, "count": count], contentWorld: .page)
    guard let times = value as? [Double], !times.isEmpty else { throw BenchError.noFigure("capture.meanwhile") }
    return times
  }
}
