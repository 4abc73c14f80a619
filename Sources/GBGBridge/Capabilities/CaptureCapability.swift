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
  @Published public private(set) var activeRequest: BridgeMessage? { didSet { activeRequestDidChange() } }
  #else
  /// The request that is being served; the camera screen is open while there is one.
  public private(set) var activeRequest: BridgeMessage? { didSet { activeRequestDidChange() } }
  #endif

  /// Tells the host that ``activeRequest`` has changed.
  var didChange: @MainActor () -> Void = {}
  private let changes = Broadcast<BridgeMessage?>()
  /// The request that is being served. Combine tells of a published property before it has changed, and who is told may
  /// complete the capture at once.
  private var current: BridgeMessage? { didSet { activeRequest = current } }
  private var waiting: [Int: CheckedContinuation<CaptureResult, Never>] = [:]
  private var waiters = 0
  /// How the capture that runs was completed, for who waits for it only then.
  private var completion: CaptureResult?

  /// An empty slot.
  public init() {}

  /// ``activeRequest`` now, and whenever it changes.
  public var activeRequests: AsyncStream<BridgeMessage?> { changes.stream(from: activeRequest) }

  /// Whether somebody waits for ``complete(_:)``.
  public var isWaitedFor: Bool { !waiting.isEmpty }

  /// Waits until ``complete(_:)`` is called or the handler returns; if the page goes away, or the task is cancelled, it is
  /// cancelled.
  public func awaitCompletion() async -> CaptureResult {
    guard current != nil else { return .cancelled(reason: "No capture is running.") }
    if let completion { return completion }
    waiters += 1
    let waiter = waiters
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: Self.notWaited) }
        waiting[waiter] = continuation
      }
    } onCancel: {
      Task { @MainActor in self.waiting.removeValue(forKey: waiter)?.resume(returning: Self.notWaited) }
    }
  }

  /// Ends the capture that runs, whichever it is; does nothing if none does, or it was completed before.
  public func complete(_ result: CaptureResult) {
    guard current != nil, completion == nil else { return }
    completion = result
    let waiting = self.waiting.sorted { $0.key < $1.key }
    self.waiting = [:]
    for (_, continuation) in waiting { continuation.resume(returning: result) }
  }

  /// Ends the capture for a request, and no other: for a screen that may close after the next capture has begun.
  public func complete(_ result: CaptureResult, of request: BridgeMessage) {
    guard let number = request.receipt.number, current?.receipt.number == number else { return }
    complete(result)
  }

  /// Serves a request from its arrival to the handler's return; nil if another is being served, or nobody serves. If the
  /// task is cancelled, nothing is answered.
  func capture(_ request: BridgeMessage, answer: @escaping @MainActor (CaptureResult) -> Void) -> Task<Void, Never>? {
    guard current == nil, let handler else { return nil }
    completion = nil
    current = request
    let capture = Task {
      // A page that is gone already needs no camera.
      let result = Task.isCancelled ? Self.notWaited : await handler(request)
      if !Task.isCancelled { answer(result) }
      complete(result)  // whoever else waits
      current = nil
    }
    return capture
  }

  private func activeRequestDidChange() {
    didChange()
    changes.changed { [weak self] in self.map(\.activeRequest) }
  }

  private nonisolated static let notWaited = CaptureResult.cancelled(reason: "Nobody waits any more.")
}

#if canImport(Combine)
extension CaptureCapability: ObservableObject {}
#endif
