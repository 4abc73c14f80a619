import Causeway

/// The link from a bridge to its host. The link ends when the host is detached.
@MainActor final class BridgeAttachment {
  private(set) weak var host: BridgeHost?
  /// The requests that came through this attachment and have no final response yet. Their handlers or the host retain
  /// them.
  private var open: [UInt64: WeakRequest] = [:]

  private struct WeakRequest {
    weak var request: OpenRequest?
  }

  init(_ host: BridgeHost) {
    self.host = host
  }

  func requestDidBegin(_ request: OpenRequest, _ number: UInt64) {
    open[number] = WeakRequest(request: request)
  }

  func requestDidEnd(_ number: UInt64) {
    open[number] = nil
  }

  /// Cancels the open requests in the order of their arrival. After that, the bridge no longer reaches the host.
  func end() {
    host = nil
    let requests = open.sorted { $0.key < $1.key }
    open = [:]
    for (_, entry) in requests { entry.request?.cancel() }
  }
}

/// The connection from a host to its web view or bridge.
struct BridgeConnection {
  /// The link through which the page's requests arrive.
  let attachment: BridgeAttachment
  /// Whether the web view or bridge still exists.
  let isAttached: @MainActor () -> Bool
  /// Whether the host is attached to the given web view.
  let isAttachedTo: @MainActor (AnyObject) -> Bool
  /// The page in the web view; nil until the page has a bridge.
  let page: @MainActor () -> Conversation?
  /// Reports that the page's process has terminated.
  let webContentProcessDidTerminate: @MainActor () -> Void
  /// Removes the bridge from the web view.
  let detach: @MainActor () -> Void
}

extension BridgeHost {
  /// Serves the pages of a bridge. Use this method for hosts other than a web view, and for several protocols in one
  /// web view.
  ///
  /// Call this method once, before you pass the bridge to its own host, such as a `WebViewHost`. The bridge must serve
  /// the pages of only one web view.
  public func attach(to bridge: Bridge, surface: GBGSurface = .ios) {
    detach()
    connection = BridgeConnection(
      attachment: install(in: bridge, surface),
      isAttached: { [weak bridge] in bridge != nil },
      isAttachedTo: { _ in false },
      page: { [weak bridge] in
        bridge?.frames.first(where: \.isMainFrame).flatMap { bridge?.conversation(with: $0.document) }
      },
      // Both closures do nothing, because the bridge's own host notifies the bridge.
      webContentProcessDidTerminate: {},
      detach: {})
  }

  /// Installs the protocol in a bridge and connects the bridge to this host.
  func install(in bridge: Bridge, _ surface: GBGSurface) -> BridgeAttachment {
    let attachment = BridgeAttachment(self)
    bridge.install(GBGDialect(surface: surface, attachment: attachment))
    return attachment
  }

  /// Drops the requests of a page whose process has terminated. Call this method from
  /// `webViewWebContentProcessDidTerminate(_:)`. It has no effect if this host is attached to a bridge; notify the
  /// bridge's own host instead.
  public func webContentProcessDidTerminate() {
    connection?.webContentProcessDidTerminate()
  }

  /// Detaches the host from its web view or bridge: the host sends nothing more, drops the open requests and cancels
  /// the captures. The pages of a bridge still get answers: `INTERNAL_ERROR` for open requests and `unsupported` for
  /// new ones.
  public func detach() {
    guard let connection else { return }
    self.connection = nil
    connection.detach()
    connection.attachment.end()
  }
}
