import CWebKitGTK

extension WKHTTPCookieStore {
  /// Notifies an observer of every change from now on. Does not retain the observer.
  public func add(_ observer: any WKHTTPCookieStoreObserver) {
    observers.removeAll { $0.observer == nil || $0.observer === observer }
    observers.append(WeakObserver(observer: observer))
    if changes == nil { changes = connectChanges() }
  }

  /// Stops notifying an observer.
  public func remove(_ observer: any WKHTTPCookieStoreObserver) {
    observers.removeAll { $0.observer == nil || $0.observer === observer }
    if observers.isEmpty { changes = nil }
  }

  private func connectChanges() -> SignalConnection? {
    let callback: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      MainActor.assumeIsolated { ClosureBox<() -> Void>.borrow(data).body() }
    }
    return manager.map {
      SignalConnection(
        GObjectReference(borrowing: $0), "changed", box: ClosureBox { [weak self] in self?.cookiesDidChange() },
        callback: unsafeBitCast(callback, to: GCallback.self))
    }
  }

  private func cookiesDidChange() {
    for entry in observers { entry.observer?.cookiesDidChange(in: self) }
  }

  /// A weak reference to an observer.
  struct WeakObserver {
    weak var observer: (any WKHTTPCookieStoreObserver)?
  }
}

/// An observer that is notified of changes to a cookie store.
@preconcurrency @MainActor
public protocol WKHTTPCookieStoreObserver: NSObjectProtocol {
  /// Called after the app, a page or a server changed the cookies.
  func cookiesDidChange(in cookieStore: WKHTTPCookieStore)
}

extension WKHTTPCookieStoreObserver {
  /// Does nothing. Apple's protocol does not require this method either.
  public func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {}
}
