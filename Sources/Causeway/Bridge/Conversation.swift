/// What one document and the app say to each other, from the document's first word to its end.
///
/// Everything for the page leaves in one numbered stream, so replies, events and calls arrive in the order in which
/// they were made. What is said in one turn of the main actor leaves as one packet.
@MainActor public final class Conversation {
  /// The document at the other end.
  public let frame: Frame

  let bridge: Bridge
  private weak var channel: (any Channel)?

  /// The page's open requests.
  var requests = CallTable<OpenRequest>()
  /// The page's own numbers of its open requests.
  var requestIDs: [UInt64: CallTable<OpenRequest>.ID] = [:]
  /// How many requests there were: their numbers in observations.
  var requestNumber: UInt64 = 0
  /// How many calls to the page there were.
  var callNumber: UInt64 = 0
  /// The app's open calls to the page.
  var calls = CallTable<OpenCall>()

  /// How much is read in one turn of the main actor, in lines and in bytes, so that a packet of any size leaves the app
  /// its turns. It is more than a page says at once that means well: what is unread when the page leaves is lost.
  static let linesPerTurn = 16_384
  private static let bytesPerTurn = 32 << 20
  private var inbox = PacketReader()
  private var isReadScheduled = false

  private var outbox = PacketWriter()
  private var packets: UInt64 = 0
  private var isFlushScheduled = false

  init(channel: some Channel, bridge: Bridge) {
    frame = channel.frame
    self.channel = channel
    self.bridge = bridge
  }

  /// Whether the document is gone.
  public var isClosed: Bool { requests.isClosed }

  /// Takes one packet of the page runtime. Whatever it holds, nothing is thrown: what means something is answered,
  /// the rest is observed as discarded.
  public func receive(_ packet: String) {
    guard !isClosed else { return }
    inbox.append(packet)
    guard !isReadScheduled else { return }  // what came before is read first
    read()
  }

  private func read() {
    isReadScheduled = false
    var lines = 0
    var bytes = 0
    while lines < Self.linesPerTurn, bytes < Self.bytesPerTurn {
      guard let line = inbox.next() else { return }
      lines += 1
      bytes += line.utf8.count
      receive(line: line)
    }
    guard !inbox.isEmpty else { return }
    isReadScheduled = true
    Task { self.read() }
  }

  private func receive(line: Substring) {
    switch Wire.parse(line) {
    case .request(let dialect, let id, let body): receiveRequest(dialect: dialect, id: id, body: body)
    case .message(let dialect, let body): receiveRequest(dialect: dialect, id: nil, body: body)
    case .withdraw(let id): withdraw(id)
    case .answer(let call, let body): receiveAnswer(to: call, body: body, isRefusal: false)
    case .refusal(let call, let body): receiveAnswer(to: call, body: body, isRefusal: true)
    case nil: discard("not a line of the page runtime (\(line.utf8.count) bytes)")
    }
  }

  /// Ends the conversation: the document went away. Its open requests are cancelled and never answered, the app's
  /// open calls fail with ``PageCallError/documentGone``.
  public func close() {
    guard !isClosed else { return }
    for request in requests.close() {
      request.task?.cancel()
      observeReply(to: request, nil, failure: .documentGone)
    }
    requestIDs = [:]
    inbox = PacketReader()
    for call in calls.close() { finish(call, .failure(.documentGone)) }
    observe(.closed, .fromPage)
    bridge.forget(frame.document)
    channel?.conversationDidClose()
  }

  /// Ends what is due; gives the next deadline.
  func expire(at now: Duration) -> Duration? {
    let (dueRequests, nextRequest) = requests.due(at: now)
    for id in dueRequests { expireRequest(id) }
    let (dueCalls, nextCall) = calls.due(at: now)
    for id in dueCalls { expireCall(id) }
    return [nextRequest, nextCall].compactMap(\.self).min()
  }

  // MARK: To the page

  /// Adds to the packet that leaves at the end of this turn.
  func write(_ add: (inout PacketWriter) -> Void) {
    guard !isClosed else { return }
    add(&outbox)
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    Task { self.flush() }
  }

  /// Sends what was gathered while the channel was not ready.
  public func channelIsReady() {
    guard !isFlushScheduled else { return }  // it leaves at the end of this turn
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
