/// The unread packets of a document, in order. The first packet may be partly read.
struct PacketQueue {
  private static let keptPackets = 64
  private var packets: [Substring] = []
  private var first = 0
  /// The number of bytes of ``current`` that were read.
  private(set) var offset = 0

  /// The number of bytes that wait behind the current packet.
  private(set) var waiting = 0

  /// The packet that is being read; nil if everything was read.
  var current: Substring? { first < packets.count ? packets[first] : nil }

  /// Adds a packet at the end.
  mutating func append(_ packet: Substring) {
    if current != nil { waiting += packet.utf8.count }
    packets.append(packet)
  }

  /// Records that the current packet was read up to an offset.
  mutating func advance(to offset: Int) {
    self.offset = offset
    guard offset >= packets[first].utf8.count else { return }
    packets[first] = ""
    first += 1
    self.offset = 0
    if let current {
      waiting -= current.utf8.count
    } else {
      // Packets mostly arrive one at a time, so the empty array keeps its memory for the next packet, unless it was
      // long.
      packets.removeAll(keepingCapacity: packets.count < Self.keptPackets)
      first = 0
    }
  }
}
