import CGIO

/// An event that a ``ServerLoop`` waits for. The wait ends when this object is deallocated.
final class LoopSource {
  private let source: UnsafeMutablePointer<GSource>

  /// Calls `body` once after a delay.
  init(_ loop: ServerLoop, after delay: Duration, _ body: @escaping () -> Void) {
    let milliseconds = delay.components.seconds * 1_000 + delay.components.attoseconds / 1_000_000_000_000_000
    source = g_timeout_source_new(guint(clamping: milliseconds))
    let action: GSourceFunc = { data in
      ClosureBox.of(data).body()
      return 0
    }
    g_source_set_callback(source, action, ClosureBox.retained(body), ClosureBox.release)
    g_source_attach(source, loop.context)
  }

  /// Calls `body` each time a socket meets one of the conditions. GIO also reports a hang-up and an error as
  /// conditions, even if they are not in `condition`.
  init(
    _ loop: ServerLoop, _ socket: UnsafeMutablePointer<GSocket>, _ condition: GIOCondition, _ body: @escaping () -> Void
  ) {
    let action: GSocketSourceFunc = { _, _, data in
      ClosureBox.of(data).body()
      return 1
    }
    source = cgio_socket_source(socket, condition, action, ClosureBox.retained(body), ClosureBox.release)
    g_source_attach(source, loop.context)
  }

  deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }
}

/// A closure for a C callback.
final class ClosureBox {
  let body: () -> Void

  private init(_ body: @escaping () -> Void) { self.body = body }

  static func retained(_ body: @escaping () -> Void) -> gpointer {
    Unmanaged.passRetained(ClosureBox(body)).toOpaque()
  }

  static func of(_ data: gpointer?) -> ClosureBox { Unmanaged.fromOpaque(data!).takeUnretainedValue() }

  static let release: GDestroyNotify = { data in Unmanaged<ClosureBox>.fromOpaque(data!).release() }
}
