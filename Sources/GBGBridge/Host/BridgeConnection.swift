import Causeway

/// Where a host's messages go.
struct BridgeConnection {
  /// Whether the web view is there.
  let isAttached: @MainActor () -> Bool
  /// The page that it shows, once that has a bridge.
  let page: @MainActor () -> Conversation?
  /// The process of the page died.
  let webContentProcessDidTerminate: @MainActor () -> Void
  /// Ends it.
  let detach: @MainActor () -> Void
}

extension BridgeHost {
  /// Serves the pages of a bridge: for hosts other than a web view, and to speak several protocols in one web view.
  ///
  /// To be called before the bridge is handed to its own host, such as a `WebViewHost`, and once. The bridge must have
  /// the pages of one web view only.
  public func attach(to bridge: Bridge, surface: GBGSurface = .ios) {
    detach()
    bridge.install(GBGDialect(surface: surface, host: self))
    connection = BridgeConnection(
      isAttached: { [weak bridge] in bridge != nil },
      page: { [weak bridge] in
        bridge?.frames.first(where: \.isMainFrame).flatMap { bridge?.conversation(with: $0.document) }
      },
      // Both are told by the bridge's own host.
      webContentProcessDidTerminate: {},
      detach: {})
  }

  /// To be called from `webViewWebContentProcessDidTerminate(_:)`: drops what the page had asked. Of no effect on a host
  /// that is attached to a bridge, whose own host is told instead.
  public func webContentProcessDidTerminate() {
    connection?.webContentProcessDidTerminate()
  }

  /// Lets go of the web view: nothing more is sent, and what it asked is dropped.
  public func detach() {
    let connection = self.connection
    self.connection = nil
    connection?.detach()
  }
}
