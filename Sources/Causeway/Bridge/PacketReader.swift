/// What a document sent and nobody has read yet: the lines of its packets, in order.
///
/// Lines are found one by one. A list of them would take many times a packet's size if a page writes short ones.
struct PacketReader {
  private var packets: [Substring] = []
  private var first = 0

  /// Whether everything was read.
  var isEmpty: Bool { first == packets.count }

  /// Takes a packet in.
  mutating func append(_ packet: String) {
    var packet = packet
    packet.makeContiguousUTF8()
    packets.append(packet[...])
  }

  /// The next line that is not empty; nil if there is none.
  mutating func next() -> Substring? {
    while first < packets.count {
      let packet = packets[first]
      let end = packet.utf8.firstIndex(of: UInt8(ascii: "\n"))
      if let end {
        packets[first] = packet[packet.utf8.index(after: end)...]
      } else {
        packets[first] = ""
        first += 1
      }
      let line = packet[..<(end ?? packet.endIndex)]
      if !line.isEmpty { return line }
    }
    packets.removeAll()
    first = 0
    return nil
  }
}
