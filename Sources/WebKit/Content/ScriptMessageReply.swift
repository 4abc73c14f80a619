import CWebKitGTK

/// The answer to one posted message, which can be given once. If the object is released without an answer, the page's
/// promise is rejected.
///
/// Every answer travels as the text of an error, from which the page's `reply-reader.js` makes a value or an error.
/// WebKitGTK 2.50 does not transfer values safely. WebKitGTK uses its own JavaScript context for values, and replaces
/// this context after about ten seconds without use. If a value is from another context, WebKitGTK enters the value's
/// strings into the string table of its own context. When the value's context frees such a string, the table keeps the
/// address, and the process crashes later. An app cannot find out which context WebKitGTK is using. Errors need no
/// context.
@MainActor
final class ScriptMessageReply {
  /// The closure that runs when a handler answers a message twice, which is a programming error. Traps in debug builds,
  /// as on Apple's platforms. Tests replace the closure.
  static var secondAnswer: @MainActor () -> Void = {
    assertionFailure("A WKScriptMessageHandlerWithReply called a replyHandler twice. Call it once for each message.")
  }

  private var document: FrameDocument?
  private weak var frames: FrameRegistry?
  private var reply: OpaquePointer?

  /// Retains WebKit's reply.
  init(_ reply: OpaquePointer) {
    self.reply = webkit_script_message_reply_ref(reply)
  }

  /// Sets the document that posted the message, as soon as the document is known.
  func belongs(to document: FrameDocument, in frames: FrameRegistry) {
    self.document = document
    self.frames = frames
  }

  /// Settles the page's promise. As in Apple's WebKit, an error text takes precedence over a value.
  func settle(_ value: Any?, _ error: String?) {
    guard let reply else { return Self.secondAnswer() }
    self.reply = nil
    if let document, let frames, !document.isAlive { return frames.abandon(reply) }
    webkit_script_message_reply_return_error_message(reply, error.map(ReplyText.error) ?? ReplyText.value(value))
    webkit_script_message_reply_unref(reply)
    GLibPump.shared.wake()
  }

  isolated deinit {
    // Reject the promise with the error text of Apple's WebKit.
    if reply != nil { settle(nil, "WKWebView API client did not respond to this postMessage") }
  }
}
