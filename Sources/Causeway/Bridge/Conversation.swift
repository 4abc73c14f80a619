/// What one document and the app say to each other, from the document's first word to its end.
///
/// Everything for the page leaves in one numbered stream, so replies, events and calls arrive in the order in which
/// they were made. What is said while a packet is read leaves as one packet right after it, whatever else is said in one
/// turn of the main actor as one at the end of that turn.
@MainActor public final class Conversation {
  /// The document at the other end.
  public let frame: Frame

  let bridge: Bridge
  private(set) weak var channel: (any Channel)?

  /// What is open, and what each event does to it.
  var machine: ConversationMachine<OpenRequest, OpenCall>
  /// How many requests have arrived. An observation names a request by this number.
  var requestNumber: UInt64 = 0
  /// How many calls the app has made. An observation names a call by this number.
  var callNumber: UInt64 = 0

  /// How much is read in one turn of the main actor, in lines and in bytes, so that a packet of any size leaves the app
  /// its turns. It is more than a page says at once that means well: what is unread when the page leaves is lost.
  static let linesPerTurn = 16_384
  private static let bytesPerTurn = 32 << 20
  /// How many of the largest messages may wait behind the packet that is read. A page that says more is read at the cost
  /// of the app's turns: memory is dearer.
  static let waitingMessages = 4
  private var inbox = PacketQueue()
  private var isReadScheduled = false
  private var isReading = false

  private var outbox = PacketWriter()
  /// How many packets have left.
  private(set) var packets: UInt64 = 0
  private var isFlushScheduled = false

  init(channel: some Channel, bridge: Bridge) {
    frame = channel.frame
    self.channel = channel
    self.bridge = bridge
    machine = ConversationMachine(maximumRequests: bridge.limits.openRequests)
  }

  /// Whether the document is gone.
  public var isClosed: Bool { machine.isClosed }

  /// Whether nothing is open: neither a request of the page nor a call of the app.
  public var isIdle: Bool { machine.count == 0 }

  /// To be called for each request and call that is open from now on.
  func didAdmit() {
    if machine.count == 1 { channel?.conversationDidBeginToWait() }
  }

  /// Takes one packet of the page runtime. Whatever it holds, nothing is thrown: what means something is answered,
  /// the rest is observed as discarded.
  public func receive(_ packet: Substring) {
    guard !isClosed else { return }
    inbox.append(packet)
    // What came before is read first: a packet too large for one turn, or the one whose handler made its page speak.
    guard !isReading else { return }
    if !isReadScheduled { read() }
    while inbox.waiting > Self.waitingMessages * bridge.limits.messageBytes { read() }
  }

  private func read() {
    isReading = true
    var lines = 0
    var bytes = 0
    while lines < Self.linesPerTurn, bytes < Self.bytesPerTurn, !isClosed, var packet = inbox.current {
      let end = packet.withUTF8 { text in
        var rest = PacketLines(text, from: inbox.offset)
        while lines < Self.linesPerTurn, bytes < Self.bytesPerTurn, !isClosed, let line = rest.next() {
          lines += 1
          bytes += line.count
          if !line.isEmpty { receive(line: line) }
        }
        return rest.offset
      }
      if !isClosed { inbox.advance(to: end) }
    }
    isReading = false
    if !isFlushScheduled { flush() }
    guard inbox.current != nil, !isReadScheduled else { return }
    isReadScheduled = true
    Task {
      isReadScheduled = false
      read()
    }
  }

  private func receive(line: Wire.Text) {
    switch Wire.parse(line) {
    case .request(let dialect, let id, let bytes, let body):
      receiveRequest(dialect: dialect, id: id, bytes: bytes, body: body)
    case .message(let dialect, let body): receiveRequest(dialect: dialect, id: nil, body: body)
    case .withdraw(let id): withdraw(id)
    case .answer(let call, let body): receiveAnswer(to: call, body: body, isRefusal: false)
    case .refusal(let call, let body): receiveAnswer(to: call, body: body, isRefusal: true)
    case .thrown(let dialect, let description): pageThrew(description, in: dialect)
    case .drop(let bytes): _ = channel?.takeBytes(named: String(decoding: bytes, as: UTF8.self))
    case nil: discard("not a line of the page runtime (\(line.count) bytes)")
    }
  }

  /// Ends the conversation: the document went away. Its open requests are cancelled and never answered, the app's
  /// open calls fail with ``PageCallError/documentGone`` or ``PageCallError/notSent``.
  public func close() {
    guard !isClosed else { return }
    let open = machine.close()
    for request in open.requests {
      request.task?.cancel()
      observeReply(to: request, nil, .failure(.documentGone))
      request.obligation?.cancel(because: .documentGone)
    }
    inbox = PacketQueue()
    for call in open.calls { finish(call, .failure(call.packet > packets ? .notSent : .documentGone)) }
    observe(.closed, .fromPage)
    bridge.forget(frame.document)
    channel?.conversationDidClose()
  }

  /// Ends what is due; gives the next deadline.
  func expire(at now: Duration) -> Duration? {
    let expired = machine.expire(at: now)
    for request in expired.requests { end(request, .outcome(.failure(.deadlineExceeded(request.limit ?? .zero)))) }
    for call in expired.calls { finish(call, .failure(.deadlineExceeded(call.limit ?? .zero))) }
    return expired.next
  }

  // MARK: To the page

  /// Adds to the packet that leaves next.
  func write(_ add: (inout PacketWriter) -> Void) {
    guard !isClosed else { return }
    add(&outbox)
    guard !isFlushScheduled, !isReading else { return }
    isFlushScheduled = true
    Task { self.flush() }
  }

  /// Sends what was gathered while the channel was not ready.
  public func channelIsReady() {
    guard !isFlushScheduled, !isReading else { return }  // it leaves soon
    flush()
  }

  /// Whether the page takes so little that it must be told no more.
  var isCongested: Bool { outbox.count > bridge.limits.queuedBytes }

  private func flush() {
    isFlushScheduled = false
    guard !isClosed, !outbox.isEmpty, let channel, channel.isReady else { return }
    packets += 1
    channel.send(outbox.take(number: packets))
  }
}
