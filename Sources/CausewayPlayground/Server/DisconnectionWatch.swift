import CSoup

/// A watch of a client's connection, which calls a closure once if the client disconnects. It ends when it is released.
@MainActor final class DisconnectionWatch {
  private let source: UnsafeMutablePointer<GSource>

  init(of message: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
    source = csoup_input_source(message)
    typealias Box = ClosureBox<@MainActor () -> Bool>
    let callback: @convention(c) (OpaquePointer?, GIOCondition, UnsafeMutableRawPointer) -> gboolean = { _, _, data in
      MainActor.assumeIsolated { Box.borrow(data).body() ? 1 : 0 }
    }
    let box = Box {
      // If the client has only sent its next request early, the watch ends too. Otherwise GLib would call it again and
      // again.
      if csoup_is_closed(message) != 0 { body() }
      return false
    }
    g_source_set_callback(source, unsafeBitCast(callback, to: GSourceFunc.self), box.retained, releaseBox)
    g_source_attach(source, nil)
  }

  isolated deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }
}
