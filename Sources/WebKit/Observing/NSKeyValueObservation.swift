/// An observation, which lasts until this object is released or invalidated. The observation does not keep the web view
/// alive.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let end: @MainActor @Sendable () -> Void

  init(end: @escaping @MainActor @Sendable () -> Void) {
    self.end = end
  }

  /// Ends the observation: at once if called on the main thread; otherwise as soon as the main thread is free.
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
