import CWebKitGTK

/// The answer to one posted message: given once; a rejection if it is let go.
///
/// Every answer leaves as the text of an error, from which the page's `reply-reader.js` makes a value or an error. WebKitGTK
/// 2.50 is not safe with values: it carries them in one JavaScript context of its own, which it replaces after some ten
/// seconds without use, and writes a value of any other context into the string table of that one. When the value's own
/// context frees the string, the table keeps the address, and the process dies later. An app cannot know the context of
/// the moment; errors need none.
@MainActor
final class ScriptMessageReply {
  /// What a second answer does: a programmer's mistake, which traps in debug builds as on Apple's platforms.
  static var secondAnswer: @MainActor () -> Void = {
    assertionFailure("A WKScriptMessageHandlerWithReply called its replyHandler twice.")
  }

  private var document: FrameDocument?
  private weak var frames: FrameRegistry?
  private var reply: OpaquePointer?

  /// Keeps WebKit's reply.
  init(_ reply: OpaquePointer) {
    self.reply = webkit_script_message_reply_ref(reply)
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
    webkit_script_message_reply_return_error_message(reply, error.map(ReplyText.error) ?? ReplyText.value(value))
    webkit_script_message_reply_unref(reply)
    GLibPump.shared.wake()
  }

  isolated deinit {
    // The text of Apple's WebKit.
    if reply != nil { settle(nil, "WKWebView API client did not respond to this postMessage") }
  }
}
