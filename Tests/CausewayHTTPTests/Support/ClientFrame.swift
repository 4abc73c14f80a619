/// Makes the frames that a client of a WebSocket sends.
enum ClientFrame {
  /// Returns a masked frame.
  /// - Parameters:
  ///   - first: the first byte: the flag of the last frame of a message (0x80), and the opcode.
  ///   - lengthBytes: the number of bytes in which the length is stated after the second byte; nil for the shortest form.
  static func bytes(
    _ first: UInt8, _ payload: [UInt8] = [], mask: [UInt8] = [0x12, 0x34, 0x56, 0x78], lengthBytes: Int? = nil
  ) -> [UInt8] {
    let form = lengthBytes ?? (payload.count < 126 ? 0 : payload.count < 65_536 ? 2 : 8)
    let short = form == 0 ? UInt8(payload.count) : form == 2 ? 126 : 127
    let length = (0..<form).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    return [first, 0x80 | short] + length + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  static func text(_ text: String) -> [UInt8] { bytes(0x81, Array(text.utf8)) }

  static func close(_ code: UInt16, _ reason: String = "") -> [UInt8] {
    bytes(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
  }
}
