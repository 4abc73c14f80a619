/// What a script of this module's sent: a letter for the kind, and the value.
struct MessageBody {
  /// The value; nil for `undefined`.
  let value: Any?

  /// Reads `s` and a string, `v` and what ``WireReader`` reads, or `u` for `undefined`; nil for anything else.
  static func read(kind: UInt8, _ text: UnsafeBufferPointer<UInt8>) -> MessageBody? {
    switch kind {
    case UInt8(ascii: "s"): MessageBody(value: String(decoding: text, as: UTF8.self))
    case UInt8(ascii: "u"): MessageBody(value: nil)
    case UInt8(ascii: "v"): (try? WireReader.read(text)).map { MessageBody(value: $0.base) }
    default: nil
    }
  }
}
