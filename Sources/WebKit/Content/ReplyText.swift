/// The text of an answer to a posted message, for `reply-reader.js`: U+0001, a letter for the kind, the content.
///
/// The kinds are `u` for `undefined`, `s` for a string, `v` for any other value as ``ScriptLiteral`` writes it, `e` for
/// an error, and `E` for an error that is written as a JSON string. The text never contains NUL, because WebKitGTK
/// would cut the text off there.
enum ReplyText {
  /// Returns the text of an answer with a value. If JavaScript cannot represent the value, the answer is an error
  /// instead.
  static func value(_ value: Any?) -> String {
    do {
      switch try ScriptPrimitive(value) {
      case .undefined: return write("u", "")
      case .string(let text) where !containsNUL(text): return write("s", text)
      default: return write("v", try ScriptLiteral.write(value as Any))
      }
    } catch {
      return self.error("\(error)")
    }
  }

  /// Returns the text of an answer that rejects the page's promise with the message `text`.
  static func error(_ text: String) -> String {
    guard containsNUL(text) else { return write("e", text) }
    return (try? ScriptLiteral.write(text)).map { write("E", $0) } ?? write("e", "")
  }

  /// Returns whether a text contains NUL. `memchr` is used because `contains` would read the bytes one by one, which
  /// takes longer than encoding the text as base64.
  private static func containsNUL(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }
  }

  private static func write(_ kind: String, _ content: String) -> String { "\u{1}\(kind)\(content)" }
}
