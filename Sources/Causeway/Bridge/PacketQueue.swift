/// What a document sent and nobody has read yet: packets in order, the first of them read up to an offset.
struct PacketQueue {
  private var packets: [Substring] = []
  private var first = 0
  /// How many bytes of ``current`` were read.
  private(set) var offset = 0

  /// How many bytes wait behind the current packet.
  private(set) var waiting = 0

  /// The packet that is being read; nil once everything was read.
  var current: Substring? { first < packets.count ? packets[first] : nil }

  /// Takes a packet in.
  mutating func append(_ packet: Substring) {
    if current != nil { waiting += packet.utf8.count }
    packets.append(packet)
  }

  /// Notes that the current packet was read up to an offset.
  mutating func advance(to offset: Int) {
    self.offset = offset
    guard offset >= packets[first].utf8.count else { return }
    packets[first] = ""
    first += 1
    self.offset = 0
    if let current {
      waiting -= current.utf8.count
    } else {
      self = PacketQueue()
    }
  }
}
