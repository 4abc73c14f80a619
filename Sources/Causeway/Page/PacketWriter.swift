/// Writes one packet for a page; ``Wire`` describes its lines.
struct PacketWriter {
  private var bytes: [UInt8] = []

  /// How much was written since the last packet.
  var count: Int { bytes.count }
  /// Whether nothing was written since the last packet.
  var isEmpty: Bool { bytes.isEmpty }

  mutating func resolve(_ id: UInt64, _ value: JSONValue?) { line("s \(id) ", value) }
  mutating func resolve(_ id: UInt64, bytes name: String) { line("b \(id) \(name)", nil) }
  mutating func reject(_ id: UInt64, _ reason: JSONValue) { line("f \(id) ", reason) }
  mutating func message(_ dialect: String, _ body: JSONValue) { line("d \(dialect) ", body) }
  mutating func call(_ dialect: String, _ call: UInt64, _ body: JSONValue) { line("q \(dialect) \(call) ", body) }

  /// The packet with its number, and an empty writer after it.
  mutating func take(number: UInt64) -> String {
    defer { bytes.removeAll(keepingCapacity: bytes.count < 1 << 16) }
    return "\(number)" + String(decoding: bytes, as: UTF8.self)
  }

  private mutating func line(_ head: String, _ body: JSONValue?) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: head.utf8)
    body?.write(into: &bytes, style: .compact)
  }
}
