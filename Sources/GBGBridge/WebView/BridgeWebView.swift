#if canImport(SwiftUI)
import CausewayWebKit
import SwiftUI
import WebKit

/// A SwiftUI view that shows a page and connects it to a ``BridgeHost``.
public typealias BridgeWebView = CausewayWebKit.BridgeWebView

extension BridgeWebView {
  /// Creates a view for an identity check: a web view that is connected to a host and shows the page at a URL.
  public init(url: URL, host: BridgeHost) {
    self.init(
      url: url,
      connection: Connection(
        makeWebView: { BridgeWebViewConfigurator.makeWebView(host: host) },
        processDidTerminate: { _ in host.webContentProcessDidTerminate() },
        viewDidGo: { if host.isAttached(to: $0) { host.detach() } }))
  }
}
#endif
