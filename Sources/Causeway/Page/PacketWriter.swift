import CausewayJSON

/// A writer that collects the lines of one packet for a page. ``Wire`` describes the lines.
struct PacketWriter: ~Copyable {
  /// The maximum size of the memory that is kept for the next packet, in bytes.
  private static let keptBytes = 1 << 16
  private var output = JSONOutput()

  /// The number of bytes written since the last packet.
  var count: Int { output.count }
  /// Whether nothing was written since the last packet.
  var isEmpty: Bool { output.count == 0 }

  mutating func resolve(_ id: UInt64, _ value: JSONValue?) {
    begin("s")
    number(id)
    body(value)
  }

  mutating func resolve(_ id: UInt64, bytes name: String) {
    begin("b")
    number(id)
    word(name)
  }

  mutating func reject(_ id: UInt64, _ reason: JSONValue) {
    begin("f")
    number(id)
    body(reason)
  }

  mutating func message(_ dialect: String, _ message: JSONValue) {
    begin("d")
    word(dialect)
    body(message)
  }

  mutating func call(_ dialect: String, _ call: UInt64, _ message: JSONValue) {
    begin("q")
    word(dialect)
    number(call)
    body(message)
  }

  // MARK: Streams

  /// Writes a value of a stream. Returns its size in units of ``StreamFlow``.
  mutating func streamed(_ id: UInt64, _ value: JSONValue) -> Int {
    begin("v")
    number(id)
    let start = output.count + 1
    body(value)
    return StreamFlow.size(ofText: output.bytes[start...])
  }

  mutating func streamed(_ id: UInt64, bytes name: String) {
    begin("w")
    number(id)
    word(name)
  }

  mutating func grant(_ id: UInt64, _ units: Int) {
    begin("g")
    number(id)
    number(UInt64(units))
  }

  mutating func call(_ dialect: String, _ call: UInt64, credit: Int, _ message: JSONValue) {
    begin("t")
    word(dialect)
    number(call)
    number(UInt64(credit))
    body(message)
  }

  mutating func grant(call: UInt64, _ units: Int) {
    begin("h")
    number(call)
    number(UInt64(units))
  }

  mutating func withdraw(call: UInt64) {
    begin("k")
    number(call)
  }

  /// Returns the packet with its number, and empties the writer.
  mutating func take(number: UInt64) -> String {
    // Assemble the text in its own memory, because a packet may hold a photograph and must not be copied twice.
    let head = "\(number)".utf8
    let packet = String(unsafeUninitializedCapacity: head.count + output.count) { text in
      var (_, end) = text.initialize(from: head)
      end = text[end...].initialize(fromContentsOf: output.bytes)
      return end
    }
    output.removeAll(keepingCapacityUpTo: Self.keptBytes)
    return packet
  }

  private mutating func begin(_ kind: Unicode.Scalar) {
    output.append(UInt8(ascii: "\n"))
    output.append(UInt8(ascii: kind))
  }

  private mutating func word(_ word: String) {
    output.append(UInt8(ascii: " "))
    output.append(word)
  }

  private mutating func number(_ number: UInt64) {
    output.append(UInt8(ascii: " "))
    output.append(decimal: number)
  }

  private mutating func body(_ value: JSONValue?) {
    output.append(UInt8(ascii: " "))
    value?.write(to: &output)
  }
}
