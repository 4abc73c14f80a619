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

  /// The functions that connect a SwiftUI view's web view to its host.
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

  /// Creates a view that shows the page at a URL.
  /// - Parameters:
  ///   - host: the host whose bridge the page gets. The view retains the host.
  ///   - configuration: makes the web view's configuration, before the host is attached. Must return a new
  ///     configuration each time, because SwiftUI may make several web views.
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

  /// The web view's navigation delegate.
  @MainActor public final class Coordinator: NSObject, WKNavigationDelegate {
    fileprivate let connection: Connection

    fileprivate init(_ connection: Connection) {
      self.connection = connection
    }

    /// Ends the page's conversations with the app, and reloads the page.
    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      connection.processDidTerminate(webView)
      webView.reload()
    }
  }

  /// Makes the web view's navigation delegate.
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

  /// Does nothing, because the page is loaded once, in ``makeUIView(context:)``.
  public func updateUIView(_ webView: WKWebView, context: Context) {}

  /// Ends the page's conversations with the app.
  public static func dismantleUIView(_ webView: WKWebView, coordinator: Coordinator) {
    coordinator.connection.viewDidGo(webView)
  }
}
#elseif canImport(AppKit)
extension BridgeWebView: NSViewRepresentable {
  /// Makes the web view and loads the page.
  public func makeNSView(context: Context) -> WKWebView { makeWebView(context.coordinator) }

  /// Does nothing, because the page is loaded once, in ``makeNSView(context:)``.
  public func updateNSView(_ webView: WKWebView, context: Context) {}

  /// Ends the page's conversations with the app.
  public static func dismantleNSView(_ webView: WKWebView, coordinator: Coordinator) {
    coordinator.connection.viewDidGo(webView)
  }
}
#endif
#endif
