import CausewayJSON

/// A value or a piece of bytes of a stream to the page.
enum StreamPiece: Sendable {
  /// A JSON value.
  case value(JSONValue)
  /// A piece of bytes.
  case bytes(Bytes)
}

/// The app's end of a stream to the page: sends values while the page has granted credit and there is room in the next
/// packet.
@MainActor final class StreamOutput {
  private let id: UInt64
  private weak var conversation: Conversation?
  private var credit: Int
  /// Whether the channel had no room for bytes. There may be room again when the page has collected other bytes.
  private var isBlocked = false
  private var isClosed = false
  /// The units that this stream has written to the packet that is being filled. `packet` is the number of packets that
  /// were sent before; if ``Conversation/packets`` differs, that packet was sent, and `units` counts as 0.
  private var share: (packet: UInt64, units: Int) = (0, 0)
  private var waiting: (piece: StreamPiece, sender: CheckedContinuation<Void, any Error>)?

  /// - Parameters:
  ///   - id: the page's number for the request.
  ///   - credit: the credit that the page granted with the request.
  init(id: UInt64, credit: Int, conversation: Conversation) {
    self.id = id
    self.credit = min(credit, Self.maximumCredit)
    self.conversation = conversation
  }

  private var maySend: Bool { credit > 0 && !isBlocked }

  /// Sends a piece as soon as the page is ready for it. Throws `CancellationError` if the stream has ended, and
  /// ``Failure/bytesNotCarried`` if the channel does not accept the bytes.
  func send(_ piece: StreamPiece) async throws {
    if try sendNow(piece) { return }
    try await withCheckedThrowingContinuation { sender in
      waiting = (piece, sender)
      if maySend { conversation?.streams.waiting.append(self) }
    }
  }

  /// Sends a piece without suspending, because a suspension would take longer than sending. Returns false if the page
  /// is not ready for the piece.
  func sendNow(_ piece: StreamPiece) throws -> Bool {
    guard !isClosed, let conversation else { throw CancellationError() }
    guard maySend, conversation.hasRoomForStreams, hasShare(in: conversation) else { return false }
    return try write(piece, in: conversation)
  }

  /// Returns whether the stream still has room in its share of the packet. Without shares, a source that never waits
  /// would fill each packet, and the other streams would starve.
  private func hasShare(in conversation: Conversation) -> Bool {
    guard share.packet == conversation.packets else { return true }
    return share.units < StreamFlow.batchBytes / max(1, conversation.streams.outputs.count)
  }

  /// Sends the waiting piece, because there is room now, and resumes its sender.
  func sendWaiting(in conversation: Conversation) {
    guard maySend, let (piece, sender) = waiting else { return }
    do {
      guard try write(piece, in: conversation) else { return }  // the piece waits until the channel has room
      waiting = nil
      sender.resume()
    } catch {
      waiting = nil
      sender.resume(throwing: error)
    }
  }

  /// Tries to send the waiting piece, because the page has collected bytes.
  func channelHasRoom() {
    isBlocked = false
    conversation?.resume(self)
  }

  /// Writes a piece to the next packet. Returns false if the piece must wait until the page has collected other bytes.
  private func write(_ piece: StreamPiece, in conversation: Conversation) throws -> Bool {
    var units = StreamFlow.overhead
    switch piece {
    case .value(let value):
      conversation.write { units = $0.streamed(id, value) }
    case .bytes(let bytes):
      guard let name = try offer(bytes, in: conversation) else { return false }
      units += bytes.count
      conversation.write { $0.streamed(id, bytes: name) }
    }
    credit -= units
    if share.packet != conversation.packets { share = (conversation.packets, 0) }
    share.units += units
    return true
  }

  /// Passes bytes to the channel. Returns nil if they must wait until the page has collected other bytes.
  private func offer(_ bytes: Bytes, in conversation: Conversation) throws -> String? {
    // Bytes wait behind the bytes of other streams; otherwise small pieces would take the room for a large one again
    // and again.
    if conversation.streams.blocked.isEmpty, let name = conversation.channel?.offer(bytes) { return name }
    // If nothing waits for the page, there will never be more room.
    guard conversation.channel?.hasOfferedBytes == true else { throw Failure.bytesNotCarried }
    isBlocked = true
    conversation.streams.blocked.append(self)
    return nil
  }

  /// Adds the credit that the page granted.
  func grant(_ units: Int) {
    let couldSend = maySend
    credit = min(credit + min(units, Self.maximumCredit), Self.maximumCredit)
    if !couldSend, maySend, waiting != nil { conversation?.resume(self) }
  }

  /// The maximum credit, in units. A page can claim any number, and the sum must not overflow.
  static let maximumCredit = 1 << 40

  /// Ends the stream, because its request has ended.
  func close() {
    isClosed = true
    let sender = waiting?.sender
    waiting = nil
    sender?.resume(throwing: CancellationError())
  }
}
