import Foundation

/// The frames of WebSockets (RFC 6455 section 5).
enum WebSocketFrame {
  /// The kinds of frames (section 11.8).
  enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether the frame belongs to the connection and not to a message.
    var isControl: Bool { rawValue >= 8 }
  }

  /// The maximum payload of a control frame, in bytes (section 5.5).
  static let maximumControlBytes = 125

  /// Returns the head of a frame that is a whole message and is not masked, as servers send it.
  static func head(_ opcode: Opcode, count: Int) -> [UInt8] {
    let first = 0x80 | opcode.rawValue
    switch count {
    case ..<126: return [first, UInt8(count)]
    case ..<65_536: return [first, 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default: return [first, 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }
  }

  /// Returns the payload of a close frame (section 5.5.1). The reason is shortened to the room that the frame has.
  static func closing(_ code: UInt16, _ reason: String) -> [UInt8] {
    var text = ""
    for character in reason.unicodeScalars {
      guard text.utf8.count + UTF8.width(character) <= maximumControlBytes - 2 else { break }
      text.unicodeScalars.append(character)
    }
    return [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(text.utf8)
  }
}

/// The reason why a WebSocket is closed because of what the client sent.
enum WebSocketFault: Error, Hashable, Sendable {
  /// The frames violate RFC 6455.
  case malformed(Reason)
  /// A text or the reason of a close frame is not UTF-8.
  case notUTF8
  /// A message is longer than the limit, in bytes.
  case tooLong(Int)

  /// The rule that a frame violates.
  enum Reason: String, Sendable {
    case extensionBits = "A frame uses bits of an extension, and none was agreed."
    case opcode = "A frame has an opcode that RFC 6455 does not define."
    case notMasked = "A frame of a client must be masked."
    case length = "The length of a frame is not in its shortest form."
    case control = "A control frame is divided, or longer than 125 bytes."
    case sequence = "A frame continues no message, or begins one within another."
    case closing = "The code of a close frame is not valid."
  }

  /// The close code (RFC 6455 section 7.4.1).
  var code: UInt16 {
    switch self {
    case .malformed: 1002
    case .notUTF8: 1007
    case .tooLong: 1009
    }
  }

  /// The reason for the client.
  var text: String {
    switch self {
    case .malformed(let reason): reason.rawValue
    case .notUTF8: "A text is not valid UTF-8."
    case .tooLong(let limit): "A message is longer than \(limit) bytes."
    }
  }
}
