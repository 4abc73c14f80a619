import CSoup

extension ServerCore {
  /// What libsoup calls; each of them on the server's thread. The server is let go before this is.
  func connectSignals(of server: UnsafeMutablePointer<SoupServer>) {
    let early: SoupServerCallback = { _, message, _, _, data in
      ServerCore.call(data, message) { $0.didReadHead($1) }
    }
    soup_server_add_early_handler(server, nil, early, pointer, nil)
    let handler: SoupServerCallback = { _, message, _, _, data in
      ServerCore.call(data, message) { $0.didReadBody($1) }
    }
    soup_server_add_handler(server, nil, handler, pointer, nil)
    let ended: @convention(c) (gpointer, OpaquePointer, gpointer) -> Void = { _, message, data in
      ServerCore.call(data, message) { $0.didEnd($1) }
    }
    // libsoup calls also an answer of 500 an aborted request.
    for signal in ["request-finished", "request-aborted"] {
      csoup_signal_connect(server, signal, unsafeBitCast(ended, to: GCallback.self), pointer)
    }
  }

  func connectSignals(of message: OpaquePointer) {
    let chunk: @convention(c) (OpaquePointer, OpaquePointer, gpointer) -> Void = { message, bytes, data in
      nonisolated(unsafe) let bytes = bytes  // which does not leave this thread
      ServerCore.call(data, message) { $0.didRead(bytes, of: $1) }
    }
    csoup_signal_connect(gpointer(message), "got-chunk", unsafeBitCast(chunk, to: GCallback.self), pointer)
    let written: @convention(c) (OpaquePointer, guint, gpointer) -> Void = { message, _, data in
      ServerCore.call(data, message) { $0.didWrite($1) }
    }
    csoup_signal_connect(gpointer(message), "wrote-body-data", unsafeBitCast(written, to: GCallback.self), pointer)
  }

  private var pointer: gpointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func call(
    _ data: gpointer?, _ received: OpaquePointer?, _ body: @Sendable (isolated ServerCore, OpaquePointer) -> Void
  ) {
    guard let data, let received else { return }
    nonisolated(unsafe) let message = received  // which does not leave this thread
    Unmanaged<ServerCore>.fromOpaque(data).takeUnretainedValue().assumeIsolated { body($0, message) }
  }
}
