import Causeway
import CausewayWebKit
import OnsideCore
import WebKit

/// `window.onside` for the pages of web views.
///
/// It is the SDK's delegate, the queue's delegate and an observer of the queue. An app that uses it sets none of its own.
@MainActor public enum OnsideJS {
  /// What the app decides about a web view's pages.
  public struct Configuration: Sendable {
    /// Which origins are served. Default: every one that has a name, so none that is opaque. Other documents get
    /// `disallowedFrame`, as sub-frames do.
    public var origins: Policy.Origins
    /// How long a method may take; nil for ever (default). Then it ends in `timeout`. It does not hold for methods that
    /// wait for a person (`requestLogin`, `purchase`, `restoreCompletedTransactions` and
    /// `presentPaymentMethodsManager`): those would go on, and the page would not know.
    public var timeLimit: Duration?
    /// What is taken from a page; what is more ends in `tooLarge`.
    public var limits: Limits

    /// A configuration with the defaults.
    public init(origins: Policy.Origins = .named, timeLimit: Duration? = nil, limits: Limits = .standard) {
      self.origins = origins
      self.timeLimit = timeLimit
      self.limits = limits
    }

    /// The main frame of what is served.
    var policy: Policy { Policy(frames: .main, origins: origins) }
  }

  /// Serves the pages that a web view loads from now on, those of every origin but opaque ones.
  ///
  /// To be called after `Onside.initialize` and before the page is loaded. It stays in place as long as the web view; nothing
  /// needs to be kept. A second call takes the first one's place: what its page has open ends in `bridgeDetached`, and the
  /// next page is served. The web view's content controller must be its own: one that two web views share stops the
  /// program. The windows that a page opens have its controller; their pages are not served, and their calls end in
  /// `bridgeDetached`.
  public static func configureOnsideForWebView(_ webView: WKWebView) {
    configureOnsideForWebView(webView, configuration: Configuration())
  }

  /// The same for pages of these origins only, each as `https://shop.example`; `file://` stands for local files. A text that
  /// is no origin stops the program.
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

  /// The same, as a configuration says.
  public static func configureOnsideForWebView(_ webView: WKWebView, configuration: Configuration) {
    configure(webView, client: Onside.required, configuration)
  }

  /// Makes the pages of a bridge of the app's own speak Onside, beside its other dialects.
  ///
  /// To be called after `Onside.initialize` and before the bridge's `WebViewHost` is attached, once for a bridge. The bridge
  /// must have the pages of one web view only: attach its host with `only:`. Then that web view is not to be configured
  /// here, and its end of the web content process is told to the host. The sizes are limited by the bridge's own
  /// limits, not by the configuration's.
  public static func install(in bridge: Bridge, configuration: Configuration = Configuration()) {
    OnsidePageBridge.install(in: bridge, client: Onside.required, configuration: configuration)
  }

  /// To be called from the navigation delegate's `webViewWebContentProcessDidTerminate(_:)`: ends what the page had open.
  public static func webContentProcessDidTerminate(in webView: WKWebView) {
    attachments.first { $0.webView === webView }?.host?.webContentProcessDidTerminate(in: webView)
  }

  // MARK: Attachments

  /// A web view with the host that serves it; its content controller keeps the host.
  private struct Attachment {
    weak var webView: WKWebView?
    weak var host: WebViewHost?
  }

  private static var attachments: [Attachment] = []

  /// Serves a web view's pages with a client of its own.
  package static func configure(
    _ webView: WKWebView, client: OnsideClient, _ configuration: Configuration = Configuration(),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    let controller = webView.configuration.userContentController
    attachments.removeAll { $0.webView == nil || $0.host == nil }
    if let index = attachments.firstIndex(where: { $0.webView === webView }) {
      attachments.remove(at: index).host?.detach(from: controller)
    }
    precondition(
      !attachments.contains { $0.webView?.configuration.userContentController === controller },
      "OnsideJS: two web views share one WKUserContentController")

    let bridge = Bridge(limits: configuration.limits, clock: clock)
    OnsidePageBridge.install(in: bridge, client: client, configuration: configuration, clock: clock)
    let host = WebViewHost(bridge: bridge)
    host.attach(to: controller, keepsHost: true, only: webView)
    attachments.append(Attachment(webView: webView, host: host))
  }
}
