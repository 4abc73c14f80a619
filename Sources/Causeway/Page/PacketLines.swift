/// The lines of a packet, including empty ones. A line of the kind `l` extends to the end of the packet. A packet may
/// hold megabytes, so the search compares eight bytes at once.
package struct PacketLines: Sequence, IteratorProtocol {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  private let packet: Wire.Text
  /// The offset of the next line.
  private(set) var offset: Int

  /// Creates the sequence of the lines from an offset to the end of the packet.
  package init(_ packet: Wire.Text, from offset: Int = 0) {
    self.packet = packet
    self.offset = offset
  }

  package mutating func next() -> Wire.Text? {
    guard offset < packet.count else { return nil }
    let start = offset
    let end = packet[start] == UInt8(ascii: "l") ? packet.count : lineEnd(from: start)
    offset = Swift.min(end + 1, packet.count)
    return Wire.Text(rebasing: packet[start..<end])
  }

  /// Returns the offset of the next line break, or of the packet's end if there is none.
  private func lineEnd(from start: Int) -> Int {
    let memory = UnsafeRawBufferPointer(packet)
    var offset = start
    while offset &+ 8 <= packet.count {
      let word = UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      // After the exclusive or, a line break is a zero byte. Subtracting one from it borrows, which sets its high bit.
      let difference = word ^ (Self.ones &* 0x0A)
      let breaks = (difference &- Self.ones) & ~difference & Self.highBits
      if breaks != 0 { return offset &+ breaks.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < packet.count, packet[offset] != 0x0A { offset &+= 1 }
    return offset
  }
}
