/// A message from a script of this module: a letter for the kind, and the value.
struct MessageBody {
  /// The value; nil for `undefined`.
  let value: Any?

  /// Reads a string for `s`, the format of ``WireReader`` for `v`, or `undefined` for `u`. Returns nil for anything
  /// else.
  static func read(kind: UInt8, _ text: UnsafeBufferPointer<UInt8>) -> MessageBody? {
    switch kind {
    case UInt8(ascii: "s"): MessageBody(value: String(decoding: text, as: UTF8.self))
    case UInt8(ascii: "u"): MessageBody(value: nil)
    case UInt8(ascii: "v"): (try? WireReader.read(text)).map { MessageBody(value: $0.base) }
    default: nil
    }
  }
}
