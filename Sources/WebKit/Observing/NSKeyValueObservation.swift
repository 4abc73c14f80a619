/// An observation, which lasts until this object goes or is told to end it. It does not keep the web view alive.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let end: @MainActor @Sendable () -> Void

  init(end: @escaping @MainActor @Sendable () -> Void) {
    self.end = end
  }

  /// Ends the observation: on the main thread at once, on another one as soon as the main thread comes to it.
  public func invalidate() {
    if Thread.isMainThread {
      MainActor.assumeIsolated(end)
    } else {
      DispatchQueue.main.async(execute: end)
    }
  }

  deinit {
    invalidate()
  }
}
