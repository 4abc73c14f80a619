import Causeway
import Foundation

#if canImport(Combine)
import Combine
#endif

/// The app's side of GBGBridge: what a page asks over the bridge arrives here, and is answered from here.
///
/// Set handlers on the typed slots, register capabilities of your own, and attach the host to its web view. Requests
/// that nobody has a handler for wait in ``pendingRequests`` until ``respond(to:status:data:error:)``. One host serves
/// one web view, and only its main frame.
@MainActor open class BridgeHost: NSObject {
  /// The version and the capabilities that the host was made with, and whom it serves.
  public let configuration: BridgeConfiguration
  /// Told of every message that could be read, before it is routed. Held weakly.
  public weak var delegate: (any BridgeHostDelegate)?
  /// Serves `camera.document.capture`.
  public let documentCapture = CaptureCapability()
  /// Serves `camera.selfie.capture`.
  public let selfieCapture = CaptureCapability()

  #if canImport(Combine)
  /// Capabilities by id that `capability.query` answers besides those that have handlers.
  @Published public var capabilities: [String: BridgeCapabilityInfo]
  /// The last messages of pages, of all three types, the oldest first: 200, or fewer where they are large (32 MiB).
  @Published public internal(set) var receivedMessages: [BridgeMessage] = []
  /// What went wrong last, in words for the app's own developers; nil if nothing did.
  @Published public internal(set) var lastError: String?
  #else
  /// Capabilities by id that `capability.query` answers besides those that have handlers.
  public var capabilities: [String: BridgeCapabilityInfo]
  /// The last messages of pages, of all three types, the oldest first: 200, or fewer where they are large (32 MiB).
  public internal(set) var receivedMessages: [BridgeMessage] = []
  /// What went wrong last, in words for the app's own developers; nil if nothing did.
  public internal(set) var lastError: String?
  #endif

  let changes = Broadcast<BridgeState>()
  private let tracking = StateTracking()
  /// Who answers the actions that the app registered.
  var handlers: [String: any BridgeCapabilityHandler] = [:]
  /// What ``receivedMessages`` may hold.
  var kept = KeptMessages()
  /// The requests that nobody has a handler for and that have no final response, the oldest first. Where there is Combine,
  /// `$pendingRequests` publishes them.
  @PendingRequestList public var pendingRequests: [BridgeMessage]
  var pending: PendingRequestList { _pendingRequests }
  /// The request that the delegate is being told of.
  var arriving: OpenRequest?
  var receipts: UInt64 = 0
  /// Where messages go; nil while there is no web view.
  var connection: BridgeConnection?

  /// A host of a version, with its capabilities as its slots and handlers say.
  public convenience init(hostVersion: String) {
    self.init(configuration: BridgeConfiguration(hostVersion: hostVersion))
  }

  /// A host of a configuration.
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

  /// Serves a capability of the app's own: requests whose action is the id go to the handler, and `capability.query`
  /// lists it.
  public func registerCustomCapability(
    _ id: String, version: String, handler: @escaping @MainActor (BridgeMessage, any BridgeResponder) -> Void
  ) {
    register(handler: CustomCapability(id: id, version: version, handler: handler))
  }

  /// Sends the requests of the handler's action to it, in the place of one that was registered for that before.
  public func register(handler: any BridgeCapabilityHandler) {
    handlers[handler.action] = handler
  }

  /// What `capability.query` answers: of one id a slot with a handler wins over what is listed, and that over a
  /// capability of the app's own.
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

  /// What an observer sees of a host. Observation tracks who reads it, as with a property of an `@Observable` class: a
  /// SwiftUI view whose body reads it is updated when it changes (macOS 14, iOS 17, Linux).
  public var state: BridgeState {
    tracking.read()
    return BridgeState(
      receivedMessages: receivedMessages, pendingRequests: pendingRequests, lastError: lastError,
      documentRequest: documentCapture.activeRequest, selfieRequest: selfieCapture.activeRequest)
  }

  /// ``state`` now, and whenever it changes; who is slow gets the newest alone. On every platform; where there is
  /// Combine, the host is an `ObservableObject` too.
  public var states: AsyncStream<BridgeState> { changes.stream(from: state) }

  /// Whether there is a web view.
  public var isAttached: Bool { connection?.isAttached() ?? false }

  /// What sending and answering without a web view leaves in ``lastError``.
  static let notAttached = "WebView not attached"

  func note(_ error: String) {
    lastError = error
    stateDidChange()
  }

  func stateDidChange() {
    tracking.didChange()
    changes.changed { [weak self] in self?.state }
  }

  /// Tells SwiftUI: ``PendingRequestList`` does not.
  func pendingRequestsWillChange() {
    #if canImport(Combine)
    objectWillChange.send()
    #endif
  }
}

#if canImport(Combine)
extension BridgeHost: ObservableObject {}
#endif

/// Sees every message of the page.
@MainActor public protocol BridgeHostDelegate: AnyObject {
  /// A message arrived and could be read; it is routed after this returns.
  func bridgeHost(_ host: BridgeHost, didReceive message: BridgeMessage)
}

/// What an observer sees of a ``BridgeHost``.
public struct BridgeState: Hashable, Sendable {
  /// The last messages of pages, the oldest first.
  public let receivedMessages: [BridgeMessage]
  /// The requests that wait for the app.
  public let pendingRequests: [BridgeMessage]
  /// What went wrong last.
  public let lastError: String?
  /// The request that ``BridgeHost/documentCapture`` serves: its camera is open while there is one.
  public let documentRequest: BridgeMessage?
  /// The request that ``BridgeHost/selfieCapture`` serves: its camera is open while there is one.
  public let selfieRequest: BridgeMessage?
}
