/// The lines of a packet, empty ones too. A packet may hold megabytes, so eight bytes are looked at at once.
package struct PacketLines: Sequence, IteratorProtocol {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  private let packet: Wire.Text
  /// Where the next line begins.
  private(set) var offset: Int

  /// The lines from an offset on.
  package init(_ packet: Wire.Text, from offset: Int = 0) {
    self.packet = packet
    self.offset = offset
  }

  package mutating func next() -> Wire.Text? {
    guard offset < packet.count else { return nil }
    let start = offset
    let end = lineEnd(from: start)
    offset = Swift.min(end + 1, packet.count)
    return Wire.Text(rebasing: packet[start..<end])
  }

  /// The offset of the next line break, or of the packet's end.
  private func lineEnd(from start: Int) -> Int {
    let memory = UnsafeRawBufferPointer(packet)
    var offset = start
    while offset &+ 8 <= packet.count {
      let word = UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      // A byte that is a line break is zero now, and subtracting one borrows from its high bit.
      let difference = word ^ (Self.ones &* 0x0A)
      let breaks = (difference &- Self.ones) & ~difference & Self.highBits
      if breaks != 0 { return offset &+ breaks.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < packet.count, packet[offset] != 0x0A { offset &+= 1 }
    return offset
  }
}
