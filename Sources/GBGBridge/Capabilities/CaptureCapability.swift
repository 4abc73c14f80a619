import Causeway

#if canImport(Combine)
import Combine
#endif

/// A typed slot for a capture: setting its handler declares support and routes the requests to it.
///
/// One capture runs at a time. The handler is given the request and returns how it ended; usually it waits in
/// ``awaitCompletion()`` while the app's camera screen, which watches ``activeRequest``, is open, and the screen calls
/// ``complete(_:)``. If the page goes away meanwhile, the handler's task is cancelled and ``awaitCompletion()`` returns
/// ``CaptureResult/cancelled(reason:)``.
@MainActor public final class CaptureCapability {
  /// Takes the picture; nil while there is nobody to take one.
  public var handler: (@MainActor (BridgeMessage) async -> CaptureResult)?
  /// Whether requests are served now; a slot that has a handler and is not enabled answers `unsupported`.
  public var isEnabled = true
  /// Whether a capture can be asked for.
  public var isSupported: Bool { handler != nil && isEnabled }
  /// Whether the person has permitted the camera, as `capability.query` tells it.
  public var permissionState: PermissionState?

  #if canImport(Combine)
  /// The request that is being served; the camera screen is open while there is one.
  @Published public private(set) var activeRequest: BridgeMessage? {
    didSet { changes.send(activeRequest) }
  }
  #else
  /// The request that is being served; the camera screen is open while there is one.
  public private(set) var activeRequest: BridgeMessage? {
    didSet { changes.send(activeRequest) }
  }
  #endif

  private let changes = Broadcast<BridgeMessage?>()
  private var waiting: [CheckedContinuation<CaptureResult, Never>] = []
  /// How the capture ended, for who waits for it only then.
  private var early: CaptureResult?
  /// How many captures there were: the number of the one that runs.
  private var captures = 0

  /// An empty slot.
  public init() {}

  /// ``activeRequest`` now, and whenever it changes.
  public var activeRequests: AsyncStream<BridgeMessage?> { changes.stream(from: activeRequest) }

  /// Waits until ``complete(_:)`` is called, or the page is gone.
  public func awaitCompletion() async -> CaptureResult {
    guard activeRequest != nil else { return .cancelled(reason: "No capture is running.") }
    if let early { return early }
    let capture = captures
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: Self.pageIsGone) }
        waiting.append(continuation)
      }
    } onCancel: {
      Task { @MainActor in
        // By the time this runs the next capture may have begun.
        if self.captures == capture { self.complete(Self.pageIsGone) }
      }
    }
  }

  /// Ends the capture that runs; does nothing if none does.
  public func complete(_ result: CaptureResult) {
    guard activeRequest != nil, early == nil else { return }
    early = result
    let waiting = self.waiting
    self.waiting = []
    for continuation in waiting { continuation.resume(returning: result) }
  }

  /// Serves a request from its arrival to the handler's return; nil if another is being served, or nobody serves.
  func capture(_ request: BridgeMessage) -> Task<CaptureResult, Never>? {
    guard activeRequest == nil, let handler else { return nil }
    early = nil
    captures += 1
    activeRequest = request
    return Task {
      let result = await handler(request)
      activeRequest = nil
      return result
    }
  }

  private nonisolated static let pageIsGone = CaptureResult.cancelled(reason: "The page is gone.")
}

#if canImport(Combine)
extension CaptureCapability: ObservableObject {}
#endif
