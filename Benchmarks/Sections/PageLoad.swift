import CausewayWebKit
import Causeway
import WebKit

/// Measures the delay that the injected scripts cause when a page is loaded.
@MainActor enum PageLoad {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("Page load")
    var times = [Samples(), Samples()]
    let views = [false, true].map { isAttached in
      let configuration = WKWebViewConfiguration()
      configuration.websiteDataStore = .nonPersistent()
      let bridge = Bridge()
      bridge.install(CausewayDialect([]))
      let host = WebViewHost(bridge: bridge)
      if isAttached { host.attach(to: configuration) }
      let frame = CGRect(x: 0, y: 0, width: 800, height: 600)
      return (webView: WKWebView(frame: frame, configuration: configuration), host: host, loader: Loader())
    }
    for view in views { view.webView.navigationDelegate = view.loader }
    for round in 0..<size.loads {
      for (place, view) in views.enumerated() {
        let time = try await duration {
          try await view.loader.load("<!doctype html><title>\(round)</title><p>Hello", in: view.webView)
        }
        if round >= size.loads / 10 { times[place].add(time) }  // warming up
      }
    }
    let (without, with) = (times[0].median / 1000, times[1].median / 1000)
    report.add("without scripts: median", without, "ms", over: ("without scripts", without))
    report.add("Causeway: median", with, "ms", over: ("without scripts", without))
    report.add("the scripts: difference", with - without, "ms")
    report.figure("scriptLoadMilliseconds", with - without)
    report.ratio("pageLoad", with / without)
  }
}
