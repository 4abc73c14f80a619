#if canImport(SwiftUI)
import SwiftUI
import WebKit

/// A page in a SwiftUI view, with its bridge.
///
/// ```swift
/// BridgeWebView(url: shop, host: host)  // a WebViewHost whose bridge has its dialects
/// ```
public struct BridgeWebView {
  private let url: URL
  private let connection: Connection

  /// What connects a view's web view with its host.
  package struct Connection {
    let makeWebView: @MainActor () -> WKWebView
    let processDidTerminate: @MainActor (WKWebView) -> Void
    let viewDidGo: @MainActor (WKWebView) -> Void

    package init(
      makeWebView: @escaping @MainActor () -> WKWebView, processDidTerminate: @escaping @MainActor (WKWebView) -> Void,
      viewDidGo: @escaping @MainActor (WKWebView) -> Void
    ) {
      self.makeWebView = makeWebView
      self.processDidTerminate = processDidTerminate
      self.viewDidGo = viewDidGo
    }
  }

  /// A view of the page at a URL.
  /// - Parameters:
  ///   - host: whose bridge the page gets. The view keeps it.
  ///   - configuration: makes what a web view is made with, before the host is attached: a new one each time, since SwiftUI may
  ///     make several.
  public init(
    url: URL, host: WebViewHost,
    configuration: @escaping @MainActor () -> WKWebViewConfiguration = { WKWebViewConfiguration() }
  ) {
    self.init(
      url: url,
      connection: Connection(
        makeWebView: {
          let configuration = configuration()
          host.attach(to: configuration)
          return WKWebView(frame: .zero, configuration: configuration)
        }, processDidTerminate: { host.webContentProcessDidTerminate(in: $0) },
        viewDidGo: { host.detach(from: $0.configuration.userContentController) }))
  }

  package init(url: URL, connection: Connection) {
    self.url = url
    self.connection = connection
  }

  /// What the web view tells.
  @MainActor public final class Coordinator: NSObject, WKNavigationDelegate {
    fileprivate let connection: Connection

    fileprivate init(_ connection: Connection) {
      self.connection = connection
    }

    /// Ends what the page had asked, and loads it again.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      connection.processDidTerminate(webView)
      webView.reload()
    }
  }

  /// Makes what the web view tells its news.
  @MainActor public func makeCoordinator() -> Coordinator { Coordinator(connection) }

  @MainActor private func makeWebView(_ coordinator: Coordinator) -> WKWebView {
    let webView = connection.makeWebView()
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

  /// Ends what the page had asked.
  public static func dismantleUIView(_ webView: WKWebView, coordinator: Coordinator) {
    coordinator.connection.viewDidGo(webView)
  }
}
#elseif canImport(AppKit)
extension BridgeWebView: NSViewRepresentable {
  /// Makes the web view and loads the page.
  public func makeNSView(context: Context) -> WKWebView { makeWebView(context.coordinator) }

  /// Nothing of the view changes: the page is loaded once.
  public func updateNSView(_ webView: WKWebView, context: Context) {}

  /// Ends what the page had asked.
  public static func dismantleNSView(_ webView: WKWebView, coordinator: Coordinator) {
    coordinator.connection.viewDidGo(webView)
  }
}
#endif
#endif
