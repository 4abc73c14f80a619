import Causeway
import CausewayWebKit
import OnsideCore
import WebKit

/// The installation of `window.onside` in the pages of web views.
///
/// `OnsideJS` sets the delegate of the SDK and of the queue, and adds an observer to the queue. An app that uses
/// `OnsideJS` must not set its own delegates.
@MainActor public enum OnsideJS {
  /// The app's settings for the pages of a web view.
  public struct Configuration: Sendable {
    /// The origins whose documents may use the SDK. Default: every origin except opaque origins. Other documents, and
    /// all sub-frames, get the error `disallowedFrame`.
    public var origins: Policy.Origins
    /// The timeout of a method, after which the call fails with `timeout`. Nil (default) for no timeout. Methods that
    /// wait for the user (`requestLogin`, `purchase`, `restoreCompletedTransactions` and
    /// `presentPaymentMethodsManager`) never have one, because they would continue without reporting their result.
    public var timeout: Duration?
    /// The limits for the messages of a page. A call that exceeds them fails with `tooLarge`.
    public var limits: Limits

    /// Creates a configuration. Every parameter has a default.
    public init(origins: Policy.Origins = .named, timeout: Duration? = nil, limits: Limits = .standard) {
      self.origins = origins
      self.timeout = timeout
      self.limits = limits
    }

    /// The policy that admits main frames of `origins` only.
    var policy: Policy { Policy(frames: .main, origins: origins) }
  }

  /// Serves `window.onside` to the pages that a web view loads from now on, except those of opaque origins.
  ///
  /// Call this method after `Onside.initialize` and before the page is loaded. The effect lasts as long as the web view
  /// exists; the app need not retain any object. A second call replaces the first: open calls of the current page fail
  /// with `bridgeDetached`, and the next page can use the SDK. The web view must have its own content controller: if
  /// two web views share one, the program stops. The windows that a page opens use the page's controller; their pages
  /// cannot use the SDK, and their calls fail with `bridgeDetached`.
  public static func configureOnsideForWebView(_ webView: WKWebView) {
    configureOnsideForWebView(webView, configuration: Configuration())
  }

  /// Serves only pages of these origins. An origin is written like `https://shop.example`; `file://` stands for local
  /// files. A text that is not an origin stops the program.
  public static func configureOnsideForWebView(_ webView: WKWebView, allowedOrigins: Set<String>) {
    let origins = allowedOrigins.map { text in
      do {
        return try Origin(parsing: text)
      } catch {
        preconditionFailure("OnsideJS: \(error)")
      }
    }
    configureOnsideForWebView(webView, configuration: Configuration(origins: .only(Set(origins))))
  }

  /// Serves the pages that a web view loads from now on, with the settings of a configuration.
  public static func configureOnsideForWebView(_ webView: WKWebView, configuration: Configuration) {
    configure(webView, delegate: delegate(of: Onside.required), configuration)
  }

  /// Adds `window.onside` to the pages of the app's own bridge, in addition to the bridge's other dialects.
  ///
  /// Call this method once for each bridge, after `Onside.initialize` and before the bridge's `WebViewHost` is
  /// attached. The bridge must serve the pages of one web view only: attach its host with `only:`. Do not also call
  /// `configureOnsideForWebView` for that web view, and report the end of its web content process to the host. The
  /// bridge's own limits apply, not those of the configuration.
  public static func install(in bridge: Bridge, configuration: Configuration = Configuration()) {
    OnsidePageBridge.install(in: bridge, delegate: delegate(of: Onside.required), configuration: configuration)
  }

  /// Ends the open calls of a web view's page. Call it from the navigation delegate's
  /// `webViewWebContentProcessDidTerminate(_:)`.
  public static func webContentProcessDidTerminate(in webView: WKWebView) {
    attachments.first { $0.webView === webView }?.host?.webContentProcessDidTerminate(in: webView)
  }

  // MARK: Delegate

  /// The delegate that the web views of the app share. Their page bridges retain it.
  private weak static var sharedDelegate: OnsidePagesDelegate?

  private static func delegate(of client: OnsideClient) -> OnsidePagesDelegate {
    if let sharedDelegate, sharedDelegate.client === client { return sharedDelegate }
    let delegate = OnsidePagesDelegate(client)
    sharedDelegate = delegate
    return delegate
  }

  // MARK: Attachments

  /// A web view with the host that serves it. The web view's content controller retains the host.
  private struct Attachment {
    weak var webView: WKWebView?
    weak var host: WebViewHost?
  }

  private static var attachments: [Attachment] = []

  /// Serves a web view's pages with the client of the given delegate.
  package static func configure(
    _ webView: WKWebView, delegate: OnsidePagesDelegate, _ configuration: Configuration = Configuration(),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    let controller = webView.configuration.userContentController
    attachments.removeAll { $0.webView == nil || $0.host == nil }
    if let index = attachments.firstIndex(where: { $0.webView === webView }) {
      attachments.remove(at: index).host?.detach(from: controller)
    }
    precondition(
      !attachments.contains { $0.webView?.configuration.userContentController === controller },
      "OnsideJS: two web views share one WKUserContentController; give each its own")

    let bridge = Bridge(limits: configuration.limits, clock: clock)
    OnsidePageBridge.install(in: bridge, delegate: delegate, configuration: configuration, clock: clock)
    let host = WebViewHost(bridge: bridge)
    host.attach(to: controller, keepsHost: true, only: webView)
    attachments.append(Attachment(webView: webView, host: host))
  }
}
