import Causeway

/// What a bridge has of a host, until the host lets go of it.
@MainActor final class BridgeAttachment {
  private(set) weak var host: BridgeHost?
  /// The requests that came this way and have no final response, whoever holds them.
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

  /// Ends what is open, in the order in which it came, and lets nothing more through.
  func end() {
    host = nil
    let requests = open.sorted { $0.key < $1.key }
    open = [:]
    for (_, entry) in requests { entry.request?.cancel() }
  }
}

/// Where a host's messages go.
struct BridgeConnection {
  /// Where they come from.
  let attachment: BridgeAttachment
  /// Whether the web view is there.
  let isAttached: @MainActor () -> Bool
  /// Whether it is this one.
  let isAttachedTo: @MainActor (AnyObject) -> Bool
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
    connection = BridgeConnection(
      attachment: install(in: bridge, surface),
      isAttached: { [weak bridge] in bridge != nil },
      isAttachedTo: { _ in false },
      page: { [weak bridge] in
        bridge?.frames.first(where: \.isMainFrame).flatMap { bridge?.conversation(with: $0.document) }
      },
      // Both are told by the bridge's own host.
      webContentProcessDidTerminate: {},
      detach: {})
  }

  /// Makes a bridge's pages speak the protocol, with this host behind it.
  func install(in bridge: Bridge, _ surface: GBGSurface) -> BridgeAttachment {
    let attachment = BridgeAttachment(self)
    bridge.install(GBGDialect(surface: surface, attachment: attachment))
    return attachment
  }

  /// To be called from `webViewWebContentProcessDidTerminate(_:)`: drops what the page had asked. Of no effect on a host
  /// that is attached to a bridge, whose own host is told instead.
  public func webContentProcessDidTerminate() {
    connection?.webContentProcessDidTerminate()
  }

  /// Lets go of the web view: nothing more is sent, what it asked is dropped, and captures are cancelled. The pages of a
  /// bridge are told by that: what is open ends in `INTERNAL_ERROR`, what comes is `unsupported`.
  public func detach() {
    guard let connection else { return }
    self.connection = nil
    connection.detach()
    connection.attachment.end()
  }
}
