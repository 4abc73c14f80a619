import WebKit

@main struct Viewer {
  @MainActor static func main() {
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: WKWebViewConfiguration())
    let window = WebViewWindow(webView, title: "Viewer", width: 800, height: 600)
    window.onClose = { GLibMainLoop.stop() }
    webView.loadHTMLString("<p>Hello</p>", baseURL: nil)
    GLibMainLoop.run()
  }
}
