import Causeway

#if canImport(Combine)
import Combine
#endif

/// A typed slot for a capture. An app that sets the handler declares support for the capture and receives its requests.
///
/// One capture runs at a time. The handler gets the request and returns the result. Usually the app opens a camera
/// screen while ``activeRequest`` is set, the handler waits in ``awaitCompletion()``, and the screen calls
/// ``complete(_:)``. If the page goes away before that, the handler's task is cancelled and ``awaitCompletion()``
/// returns ``CaptureResult/cancelled(reason:)``.
@MainActor public final class CaptureCapability {
  /// The function that takes the picture. The default is nil: the slot serves no requests.
  public var handler: (@MainActor (BridgeMessage) async -> CaptureResult)?
  /// Whether the slot serves requests now. The default is true. A slot with a handler that is not enabled answers
  /// `unsupported`.
  public var isEnabled = true
  /// Whether a page can request a capture: there is a handler, and the slot is enabled.
  public var isSupported: Bool { handler != nil && isEnabled }
  /// The user's permission for the camera, which `capability.query` reports; nil (the default) leaves it out.
  public var permissionState: PermissionState?

  #if canImport(Combine)
  /// The request of the running capture. The app shows the camera screen while this is not nil.
  @Published public private(set) var activeRequest: BridgeMessage? { didSet { activeRequestDidChange() } }
  #else
  /// The request of the running capture. The app shows the camera screen while this is not nil.
  public private(set) var activeRequest: BridgeMessage? { didSet { activeRequestDidChange() } }
  #endif

  /// A function, set by the host, that is called after ``activeRequest`` has changed.
  var didChange: @MainActor () -> Void = {}
  private let changes = Broadcast<BridgeMessage?>()
  /// The request of the running capture. It is stored apart from ``activeRequest``, because Combine notifies observers
  /// before a published property changes. An observer that completes the capture at that time must already find the
  /// request.
  private var current: BridgeMessage? { didSet { activeRequest = current } }
  private var waiting: [Int: CheckedContinuation<CaptureResult, Never>] = [:]
  private var waiters = 0
  /// The result of the running capture, kept for calls to ``awaitCompletion()`` that come after ``complete(_:)``.
  private var completion: CaptureResult?

  /// Creates a slot without a handler.
  public init() {}

  /// A sequence of the current value of ``activeRequest`` and of its values after each change.
  public var activeRequests: AsyncStream<BridgeMessage?> { changes.stream(from: activeRequest) }

  /// Whether a call to ``awaitCompletion()`` waits for ``complete(_:)``.
  public var isWaitedFor: Bool { !waiting.isEmpty }

  /// Waits until ``complete(_:)`` is called or the handler returns, and returns the result. Returns
  /// ``CaptureResult/cancelled(reason:)`` if the page goes away, the current task is cancelled, or no capture is
  /// running.
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

  /// Ends the running capture. Does nothing if no capture is running or it was already completed.
  public func complete(_ result: CaptureResult) {
    guard current != nil, completion == nil else { return }
    completion = result
    let waiting = self.waiting.sorted { $0.key < $1.key }
    self.waiting = [:]
    for (_, continuation) in waiting { continuation.resume(returning: result) }
  }

  /// Ends the capture for one request, and does nothing if another capture is running. Use this for a screen that may
  /// close after the next capture has begun.
  public func complete(_ result: CaptureResult, of request: BridgeMessage) {
    guard let number = request.receipt.number, current?.receipt.number == number else { return }
    complete(result)
  }

  /// Starts a capture and returns its task, which ends after the handler has returned. Returns nil if another capture
  /// is running or there is no handler. If the task is cancelled, `answer` is not called.
  func capture(_ request: BridgeMessage, answer: @escaping @MainActor (CaptureResult) -> Void) -> Task<Void, Never>? {
    guard current == nil, let handler else { return nil }
    completion = nil
    current = request
    let capture = Task {
      // If the page has already gone away, the camera must not open.
      let result = Task.isCancelled ? Self.notWaited : await handler(request)
      if !Task.isCancelled { answer(result) }
      complete(result)  // ends the other calls to `awaitCompletion()`
      current = nil
    }
    return capture
  }

  private func activeRequestDidChange() {
    didChange()
    changes.changed { [weak self] in self.map(\.activeRequest) }
  }

  private nonisolated static let notWaited = CaptureResult.cancelled(reason: "The wait for the capture was cancelled.")
}

#if canImport(Combine)
extension CaptureCapability: ObservableObject {}
#endif
