#if canImport(SwiftUI)
import SwiftUI
import WebKit

/// A journey in a SwiftUI view: a web view that is connected with a host and shows a page.
public struct BridgeWebView {
  private let url: URL
  private let host: BridgeHost

  /// A view of the page at a URL.
  public init(url: URL, host: BridgeHost) {
    self.url = url
    self.host = host
  }

  /// What the web view tells.
  @MainActor public final class Coordinator: NSObject, WKNavigationDelegate {
    private let host: BridgeHost

    init(host: BridgeHost) {
      self.host = host
    }

    /// The view is gone: so is what its page asked.
    func viewWasDismantled(_ webView: WKWebView) {
      if host.isAttached(to: webView) { host.detach() }
    }

    /// Drops what the page had asked and loads it again.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      host.webContentProcessDidTerminate()
      webView.reload()
    }
  }

  /// Makes what the web view tells its news.
  @MainActor public func makeCoordinator() -> Coordinator { Coordinator(host: host) }

  @MainActor private func makeWebView(_ coordinator: Coordinator) -> WKWebView {
    let webView = BridgeWebViewConfigurator.makeWebView(host: host)
    webView.navigationDelegate = coordinator
    webView.load(URLRequest(url: url))
    return webView
  }
}

#if canImport(UIKit)
extension BridgeWebView: UIViewRepresentable {
  /// Makes the web view and loads the page.
  public func makeUIView(context: Context) -> WKWebView { makeWebView(context.coordinator) }

  /// Nothing of the view changes: the page is loaded once.
  public func updateUIView(_ webView: WKWebView, context: Context) {}

  /// Lets the host go.
  public static func dismantleUIView(_ webView: WKWebView, coordinator: Coordinator) {
    coordinator.viewWasDismantled(webView)
  }
}
#elseif canImport(AppKit)
extension BridgeWebView: NSViewRepresentable {
  /// Makes the web view and loads the page.
  public func makeNSView(context: Context) -> WKWebView { makeWebView(context.coordinator) }

  /// Nothing of the view changes: the page is loaded once.
  public func updateNSView(_ webView: WKWebView, context: Context) {}

  /// Lets the host go.
  public static func dismantleNSView(_ webView: WKWebView, coordinator: Coordinator) {
    coordinator.viewWasDismantled(webView)
  }
}
#endif
#endif
