import Foundation

/// A parser of a client's frames, as strict as RFC 6455 allows a server to be.
///
/// The parser is a pure state machine: ``append(_:)`` takes bytes, and ``next()`` returns events. The division of the bytes into
/// packets makes no difference. After a fault or a close frame, the parser reads nothing more.
struct WebSocketReader: Sendable {
  enum Event: Hashable, Sendable {
    case text(String)
    case bytes(Data)
    case ping(Data)
    case pong
    /// The client closes the connection. The code is nil if the frame has none.
    case close(UInt16?, reason: String)
  }

  private struct Head: Hashable, Sendable {
    var isFinal: Bool
    var opcode: WebSocketFrame.Opcode
    var length: Int
    var mask: [UInt8]
  }

  private enum State: Hashable, Sendable {
    case head
    /// The payload of a frame, of which `read` bytes were read.
    case payload(Head, read: Int)
    case over
    case failed(WebSocketFault)
  }

  private let maximumBytes: Int
  private var state = State.head
  private var input: [UInt8] = []
  private var offset = 0
  /// The kind of the message whose frames are being read; nil between two messages.
  private var kind: WebSocketFrame.Opcode?
  private var message = Data()
  private var control = Data()

  /// - Parameter maximumBytes: the maximum length of a message, of all its frames together.
  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if offset == input.count {
      input.removeAll(keepingCapacity: true)
    } else {
      input.removeFirst(offset)
    }
    offset = 0
    input.append(contentsOf: bytes)
  }

  /// Parses the next event.
  /// - Returns: nil if more bytes are needed.
  mutating func next() throws(WebSocketFault) -> Event? {
    do throws(WebSocketFault) {
      return try advance()
    } catch {
      state = .failed(error)
      (input, offset, message, control) = ([], 0, Data(), Data())
      throw error
    }
  }

  private mutating func advance() throws(WebSocketFault) -> Event? {
    while true {
      switch state {
      case .over: return nil
      case .failed(let fault): throw fault
      case .head:
        guard let head = try readHead() else { return nil }
        state = .payload(head, read: 0)
      case .payload(let head, let read):
        let count = min(head.length - read, input.count - offset)
        take(count, of: head, from: read)
        guard read + count == head.length else {
          state = .payload(head, read: read + count)
          return nil
        }
        state = .head
        if let event = try end(of: head) { return event }
      }
    }
  }

  /// Reads the head of a frame; nil if it is not complete yet.
  private mutating func readHead() throws(WebSocketFault) -> Head? {
    let available = input.count - offset
    guard available >= 2 else { return nil }
    let (first, second) = (input[offset], input[offset + 1])
    guard first & 0x70 == 0 else { throw .malformed(.extensionBits) }
    guard let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else { throw .malformed(.opcode) }
    guard second & 0x80 != 0 else { throw .malformed(.notMasked) }
    let isFinal = first & 0x80 != 0
    let short = Int(second & 0x7F)
    guard !opcode.isControl || isFinal && short <= WebSocketFrame.maximumControlBytes else {
      throw .malformed(.control)
    }
    // A continuation needs a message, and another data frame must not interrupt one.
    guard opcode.isControl || (opcode == .continuation) == (kind != nil) else { throw .malformed(.sequence) }
    let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
    guard available >= 6 + lengthBytes else { return nil }
    var length = lengthBytes == 0 ? UInt64(short) : 0
    for byte in input[(offset + 2)..<(offset + 2 + lengthBytes)] { length = length << 8 | UInt64(byte) }
    let minimum: UInt64 = short == 126 ? 126 : short == 127 ? 65_536 : 0
    guard length >= minimum, length <= UInt64(Int64.max) else { throw .malformed(.length) }
    guard opcode.isControl || length <= UInt64(maximumBytes - message.count) else { throw .tooLong(maximumBytes) }
    let mask = Array(input[(offset + 2 + lengthBytes)..<(offset + 6 + lengthBytes)])
    offset += 6 + lengthBytes
    if !opcode.isControl, opcode != .continuation { kind = opcode }
    return Head(isFinal: isFinal, opcode: opcode, length: Int(length), mask: mask)
  }

  /// Takes bytes of a payload and removes their mask (RFC 6455 section 5.3).
  /// - Parameter position: the number of bytes of the payload before these.
  private mutating func take(_ count: Int, of head: Head, from position: Int) {
    guard count > 0 else { return }
    let part = input[offset..<(offset + count)]
    offset += count
    if head.opcode.isControl {
      control.append(contentsOf: part)
      Self.unmask(&control, from: control.count - count, head.mask, position)
    } else {
      message.append(contentsOf: part)
      Self.unmask(&message, from: message.count - count, head.mask, position)
    }
  }

  private static func unmask(_ data: inout Data, from start: Int, _ mask: [UInt8], _ position: Int) {
    // The mask as it begins at this position, twice, so that eight bytes can be changed at once.
    var word: UInt64 = 0
    for index in (0..<8).reversed() { word = word << 8 | UInt64(mask[(position + index) & 3]) }
    data.withUnsafeMutableBytes { bytes in
      var offset = start
      while offset + 8 <= bytes.count {
        let masked = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        bytes.storeBytes(of: (masked ^ word).littleEndian, toByteOffset: offset, as: UInt64.self)
        offset += 8
      }
      while offset < bytes.count {
        bytes[offset] ^= mask[(position + offset - start) & 3]
        offset += 1
      }
    }
  }

  /// Returns the event of a frame that was read completely; nil if the message has further frames.
  private mutating func end(of head: Head) throws(WebSocketFault) -> Event? {
    switch head.opcode {
    case .ping:
      defer { control = Data() }
      return .ping(control)
    case .pong:
      control = Data()
      return .pong
    case .close:
      state = .over
      defer { control = Data() }
      return try Self.closing(control)
    case .text, .binary, .continuation:
      guard head.isFinal else { return nil }
      let isText = kind == .text
      kind = nil
      defer { message = Data() }
      guard isText else { return .bytes(message) }
      guard let text = String(utf8: message) else { throw .notUTF8 }
      return .text(text)
    }
  }

  private static func closing(_ payload: Data) throws(WebSocketFault) -> Event {
    guard !payload.isEmpty else { return .close(nil, reason: "") }
    guard payload.count >= 2 else { throw .malformed(.closing) }
    let code = UInt16(payload[payload.startIndex]) << 8 | UInt16(payload[payload.startIndex + 1])
    // RFC 6455 section 7.4.2, with the codes that were registered later: 1012 to 1014.
    guard [1000...1003, 1007...1014, 3000...4999].contains(where: { $0.contains(code) }) else {
      throw .malformed(.closing)
    }
    guard let reason = String(utf8: payload.dropFirst(2)) else { throw .notUTF8 }
    return .close(code, reason: reason)
  }
}
