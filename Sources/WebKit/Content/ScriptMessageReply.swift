import CWebKitGTK

/// The answer to one posted message: given once, and a rejection if it is let go.
@MainActor final class ScriptMessageReply {
  private var reply: OpaquePointer?

  /// Keeps WebKit's reply.
  init(_ reply: OpaquePointer) {
    self.reply = webkit_script_message_reply_ref(reply)
  }

  /// Answers. A second answer is a programmer's mistake, as on Apple's platforms: it traps in debug builds and is
  /// ignored in release builds.
  func callAsFunction(_ value: Any?, _ error: String?) {
    guard let reply else { return assertionFailure("A message of a page was answered twice.") }
    self.reply = nil
    Self.send(reply, value, error)
  }

  private static func send(_ reply: OpaquePointer, _ value: Any?, _ error: String?) {
    defer { webkit_script_message_reply_unref(reply) }
    if let error { return webkit_script_message_reply_return_error_message(reply, error) }
    guard let value = ScriptValue.make(value) else {
      return webkit_script_message_reply_return_error_message(reply, "The app's answer has no form in JavaScript.")
    }
    webkit_script_message_reply_return_value(reply, value)
    g_object_unref(UnsafeMutableRawPointer(value))
  }

  isolated deinit {
    guard let reply else { return }
    Self.send(reply, nil, "The app let go of this message without an answer.")
  }
}
