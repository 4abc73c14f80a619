import CWebKitGTK

/// WebKitGTK's signals for posted messages.
@MainActor
enum MessageSignal {
  /// A function that takes a message's `JSCValue` and its `WebKitScriptMessageReply`.
  typealias ReplyingBody = (OpaquePointer, OpaquePointer) -> Void

  /// Connects `body` to the messages for every handler that is registered with a reply under `name`, in any script
  /// world.
  static func connectWithReply(
    _ manager: GObjectReference, name: String, _ body: @escaping ReplyingBody
  ) -> SignalConnection {
    let callback: @convention(c) (gpointer, OpaquePointer, OpaquePointer, gpointer) -> gboolean = {
      _, value, reply, data in
      MainActor.assumeIsolated { ClosureBox<ReplyingBody>.borrow(data).body(value, reply) }
      return 1
    }
    return SignalConnection(
      manager, "script-message-with-reply-received::\(name)", box: ClosureBox(body),
      callback: unsafeBitCast(callback, to: GCallback.self))
  }
}
