import CWebKitGTK

/// The answer to one posted message: given once; a rejection if it is let go.
@MainActor
final class ScriptMessageReply {
  /// What a second answer does: a programmer's mistake, which traps in debug builds as on Apple's platforms.
  static var secondAnswer: @MainActor () -> Void = {
    assertionFailure("A WKScriptMessageHandlerWithReply called its replyHandler twice.")
  }

  private var document: FrameDocument?
  private weak var frames: FrameRegistry?
  private var reply: OpaquePointer?
  private let context: GObjectReference

  /// Keeps WebKit's reply, and the context of the message for the answer's value.
  init(_ reply: OpaquePointer, context: OpaquePointer) {
    self.reply = webkit_script_message_reply_ref(reply)
    self.context = GObjectReference(borrowing: context)
  }

  /// Says who posted, as soon as it is known.
  func belongs(to document: FrameDocument, in frames: FrameRegistry) {
    self.document = document
    self.frames = frames
  }

  /// Settles the page's promise, in Apple's order: an error text decides.
  func settle(_ value: Any?, _ error: String?) {
    guard let reply else { return Self.secondAnswer() }
    self.reply = nil
    if let document, let frames, !document.isAlive { return frames.abandon(reply) }
    defer { webkit_script_message_reply_unref(reply) }
    GLibPump.shared.wake()
    if let error { return webkit_script_message_reply_return_error_message(reply, error) }
    do {
      withOwned(try ScriptValueMaker(context.opaque).make(value)) {
        webkit_script_message_reply_return_value(reply, $0)
      }
    } catch {
      webkit_script_message_reply_return_error_message(reply, "\(error)")
    }
  }

  isolated deinit {
    // The text of Apple's WebKit.
    if reply != nil { settle(nil, "WKWebView API client did not respond to this postMessage") }
  }
}
