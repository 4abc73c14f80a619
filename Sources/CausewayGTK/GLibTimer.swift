import CWebKitGTK

/// Calls something once, later, unless it is let go before.
@MainActor package final class GLibTimer {
  /// Calls something once after a time, unless what it gives is let go before.
  package typealias Start = @MainActor (Duration, @escaping @MainActor () -> Void) -> AnyObject

  private var source: guint = 0

  /// Starts it.
  package init(_ delay: Duration, _ body: @escaping @MainActor () -> Void) {
    let parts = delay.components
    let milliseconds = parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
    let action = Action.retained { [weak self] in
      self?.source = 0
      body()
    }
    source = g_timeout_add_full(
      G_PRIORITY_DEFAULT, guint(milliseconds),
      { data in
        MainActor.assumeIsolated { data.map { Unmanaged<Action>.fromOpaque($0).takeUnretainedValue().body() } }
        return 0
      }, action, { data in Action.release(data, nil) })
  }

  isolated deinit {
    if source != 0 { g_source_remove(source) }
  }
}
