import Causeway
import Foundation

#if canImport(Combine)
import Combine
#endif

/// The app's side of GBGBridge, which receives a page's requests and sends the responses.
///
/// Set handlers on the typed slots, register capabilities of your own, and attach the host to its web view. Requests
/// without a handler wait in ``pendingRequests`` until the app calls ``respond(to:status:data:error:)``. One host
/// serves one web view, and only its main frame.
@MainActor open class BridgeHost: NSObject {
  /// The configuration with which the host was created.
  public let configuration: BridgeConfiguration
  /// The delegate, which is notified of every readable message before the host routes it. Held weakly.
  public weak var delegate: (any BridgeHostDelegate)?
  /// The slot that serves `camera.document.capture`.
  public let documentCapture = CaptureCapability()
  /// The slot that serves `camera.selfie.capture`.
  public let selfieCapture = CaptureCapability()

  #if canImport(Combine)
  /// The capabilities, by id, that `capability.query` lists in addition to those that have handlers.
  @Published public var capabilities: [String: BridgeCapabilityInfo]
  /// The latest messages that pages sent, of all three types, the oldest first: at most 200, and fewer if together they
  /// exceed 32 MiB.
  @Published public internal(set) var receivedMessages: [BridgeMessage] = []
  /// The latest error, as a text for developers; nil if there was no error.
  @Published public internal(set) var lastError: String?
  #else
  /// The capabilities, by id, that `capability.query` lists in addition to those that have handlers.
  public var capabilities: [String: BridgeCapabilityInfo]
  /// The latest messages that pages sent, of all three types, the oldest first: at most 200, and fewer if together they
  /// exceed 32 MiB.
  public internal(set) var receivedMessages: [BridgeMessage] = []
  /// The latest error, as a text for developers; nil if there was no error.
  public internal(set) var lastError: String?
  #endif

  let changes = Broadcast<BridgeState>()
  private let tracking = StateTracking()
  /// The registered handlers, by action.
  var handlers: [String: any BridgeCapabilityHandler] = [:]
  /// The sizes of the messages in ``receivedMessages``. The host removes the oldest messages when their number or total
  /// size exceeds the limit.
  var kept = KeptMessages()
  /// The requests that have no handler and no final response yet, the oldest first. On platforms with Combine,
  /// `$pendingRequests` publishes them.
  @PendingRequestList public var pendingRequests: [BridgeMessage]
  var pending: PendingRequestList { _pendingRequests }
  /// The request that the delegate is currently being notified of.
  var arriving: OpenRequest?
  var receipts: UInt64 = 0
  /// The connection to the web view or bridge; nil while the host is not attached.
  var connection: BridgeConnection?

  /// Creates a host for an app's version. Its slots and handlers determine its capabilities.
  public convenience init(hostVersion: String) {
    self.init(configuration: BridgeConfiguration(hostVersion: hostVersion))
  }

  /// Creates a host with a configuration.
  public init(configuration: BridgeConfiguration) {
    self.configuration = configuration
    capabilities = configuration.capabilities
    super.init()
    for slot in [documentCapture, selfieCapture] {
      slot.didChange = { [weak self] in self?.stateDidChange() }
    }
    register(
      handler: CapabilityQueryHandler(hostVersion: configuration.hostVersion) { [weak self] in
        self?.currentCapabilities ?? [:]
      })
  }

  // MARK: Capabilities

  /// Registers a custom capability. The handler gets the requests whose action equals `id`, and
  /// `capability.query` lists the capability.
  public func registerCustomCapability(
    _ id: String, version: String, handler: @escaping @MainActor (BridgeMessage, any BridgeResponder) -> Void
  ) {
    register(handler: CustomCapability(id: id, version: version, handler: handler))
  }

  /// Registers a handler for its action. The handler replaces an earlier one for the same action.
  public func register(handler: any BridgeCapabilityHandler) {
    handlers[handler.action] = handler
  }

  /// The answer to `capability.query`. If several entries have the same id, a slot with a handler takes precedence over
  /// an entry of ``capabilities``, and that entry takes precedence over a custom capability.
  private var currentCapabilities: [String: BridgeCapabilityInfo] {
    var all: [String: BridgeCapabilityInfo] = [:]
    for case let custom as CustomCapability in handlers.values {
      all[custom.action] = BridgeCapabilityInfo(supported: true, version: custom.version)
    }
    all.merge(capabilities) { _, listed in listed }
    for slot in CaptureSlot.allCases {
      let capture = slot.capture(of: self)
      guard capture.handler != nil else { continue }
      all[slot.id] = BridgeCapabilityInfo(
        supported: capture.isSupported, version: GBGContract.version, permissionState: capture.permissionState)
    }
    return all
  }

  // MARK: State

  /// The host's observable state. Observation tracks it like a property of an `@Observable` class: a SwiftUI view whose
  /// body reads the state is updated when the state changes (macOS 14, iOS 17, Linux).
  public var state: BridgeState {
    tracking.read()
    return BridgeState(
      receivedMessages: receivedMessages, pendingRequests: pendingRequests, lastError: lastError,
      documentRequest: documentCapture.activeRequest, selfieRequest: selfieCapture.activeRequest)
  }

  /// A sequence of the current ``state`` and of the state after each change. A slow reader gets only the newest state.
  /// The sequence is available on every platform; on platforms with Combine, the host is also an `ObservableObject`.
  public var states: AsyncStream<BridgeState> { changes.stream(from: state) }

  /// Whether the host is attached and its web view or bridge still exists.
  public var isAttached: Bool { connection?.isAttached() ?? false }

  /// The text in ``lastError`` after the app tried to send or to answer without a web view.
  static let notAttached = "WebView not attached"

  func note(_ error: String) {
    lastError = error
    stateDidChange()
  }

  func stateDidChange() {
    tracking.didChange()
    changes.changed { [weak self] in self?.state }
  }

  /// Notifies SwiftUI before ``pendingRequests`` changes, because ``PendingRequestList`` itself does not notify
  /// SwiftUI.
  func pendingRequestsWillChange() {
    #if canImport(Combine)
    objectWillChange.send()
    #endif
  }
}

#if canImport(Combine)
extension BridgeHost: ObservableObject {}
#endif

/// A delegate that is notified of every readable message of the page.
@MainActor public protocol BridgeHostDelegate: AnyObject {
  /// Notifies the delegate of a message that arrived and could be read. The host routes the message after this method
  /// returns.
  func bridgeHost(_ host: BridgeHost, didReceive message: BridgeMessage)
}

/// The observable state of a ``BridgeHost``.
public struct BridgeState: Hashable, Sendable {
  /// The messages of ``BridgeHost/receivedMessages``: at most the latest 200, the oldest first.
  public let receivedMessages: [BridgeMessage]
  /// The requests that wait for an answer of the app, the oldest first.
  public let pendingRequests: [BridgeMessage]
  /// The latest error, as a text for developers; nil if there was no error.
  public let lastError: String?
  /// The request that ``BridgeHost/documentCapture`` serves. The app shows the document camera while this is not nil.
  public let documentRequest: BridgeMessage?
  /// The request that ``BridgeHost/selfieCapture`` serves. The app shows the selfie camera while this is not nil.
  public let selfieRequest: BridgeMessage?
}
