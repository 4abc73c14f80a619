import CWebKitGTK

/// A timer that calls a closure once, unless the timer is released earlier.
@MainActor package final class GLibTimer {
  private var source: guint = 0

  /// Starts the timer. `body` runs after `delay`, in whole milliseconds.
  package init(_ delay: Duration, _ body: @escaping @MainActor () -> Void) {
    let parts = delay.components
    let milliseconds = parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
    let action = ClosureBox.retained { [weak self] in
      self?.source = 0
      body()
    }
    source = g_timeout_add_full(
      G_PRIORITY_DEFAULT, guint(milliseconds),
      { data in
        MainActor.assumeIsolated { data.map { Unmanaged<ClosureBox>.fromOpaque($0).takeUnretainedValue().body() } }
        return 0
      }, action, { data in ClosureBox.release(data, nil) })
  }

  isolated deinit {
    if source != 0 { g_source_remove(source) }
  }
}
