/// The exchange of messages between one document and the app, from the document's start to its end.
///
/// All messages to the page share one numbered stream, so replies, events and calls arrive in the order in which the
/// app sent them. Messages that are written while a packet is read are sent as one packet directly afterward. The other
/// messages of one turn of the main actor are sent as one packet at the end of the turn.
@MainActor public final class Conversation {
  /// The frame that shows the document.
  public private(set) var frame: Frame

  let bridge: Bridge
  /// The weak reference to this conversation that all its tasks and calls share.
  let reference = ConversationReference()
  private(set) weak var channel: (any Channel)?

  /// The state of the open requests and calls.
  var machine: ConversationMachine<OpenRequest, OpenCall>
  /// The number of requests that have arrived. Observations use it to number requests.
  var requestNumber: UInt64 = 0
  /// The number of calls that the app has made. Observations use it to number calls.
  var callNumber: UInt64 = 0

  /// The maximum numbers of lines and bytes to read in one turn of the main actor. Without them, a large packet would
  /// block the app. Both numbers are higher than a well-behaved page needs, because unread lines are lost when the
  /// document goes away.
  static let linesPerTurn = 16_384
  private static let bytesPerTurn = 32 << 20
  /// The limit of the bytes that wait behind the current packet, as a number of messages of the maximum size. Above
  /// this limit, packets are read immediately. The app may then stall, but it does not run out of memory.
  static let waitingMessages = 4
  private var inbox = PacketQueue()
  private var isReadScheduled = false
  private var isReading = false

  private var outbox = PacketWriter()
  var streams: OpenStreams
  /// The number of packets that were sent.
  private(set) var packets: UInt64 = 0
  private var isFlushScheduled = false

  init(channel: some Channel, bridge: Bridge) {
    frame = channel.frame
    self.channel = channel
    self.bridge = bridge
    machine = ConversationMachine(maximumRequests: bridge.limits.openRequests)
    streams = OpenStreams(limits: bridge.limits)
    reference.conversation = self
  }

  /// Whether the document no longer exists.
  public var isClosed: Bool { machine.isClosed }

  /// Whether neither a request of the page nor a call of the app is open.
  public var isIdle: Bool { machine.count == 0 }

  /// Notifies the channel if a request or call was admitted while no other was open. Must be called after each
  /// admission.
  func didAdmit() {
    if machine.count == 1 { channel?.conversationDidBeginToWait() }
  }

  /// Processes one packet of the page runtime. A line that cannot be processed is reported to observers as discarded.
  public func receive(_ packet: Substring) {
    guard !isClosed else { return }
    inbox.append(packet)
    // Read packets in order. An earlier packet may still be unread, because it was too large for one turn or because
    // one of its handlers made the page send this packet.
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
    case .value(let id, let body): receiveValue(body, ofRequest: id)
    case .answerValue(let call, let body): receiveAnswerValue(body, to: call)
    case .request(let dialect, let id, let bytes, let stream, let body):
      receiveRequest(dialect: dialect, id: id, bytes: bytes, stream: stream, body: body)
    case .message(let dialect, let body): receiveRequest(dialect: dialect, id: nil, body: body)
    case .withdraw(let id): withdraw(id)
    case .answer(let call, let body): receiveAnswer(to: call, body: body, isRefusal: false)
    case .refusal(let call, let body): receiveAnswer(to: call, body: body, isRefusal: true)
    case .progress(let call, let body): receiveProgress(of: call, body)
    case .thrown(let dialect, let description): pageThrew(description, in: dialect)
    case .piece(let id, let bytes): receivePiece(bytes, ofRequest: id)
    case .answerPiece(let call, let bytes): receiveAnswerPiece(bytes, to: call)
    case .end(let id, let error): receiveEnd(error, ofRequest: id)
    case .credit(let id, let units): receiveCredit(units, forRequest: id)
    case .drop(let bytes): _ = channel?.takeBytes(named: String(decoding: bytes, as: UTF8.self))
    case nil: discard("a line of \(line.count) bytes does not have the format of the page runtime")
    }
  }

  /// Ends the conversation because the document went away. Open requests of the page are cancelled and never answered.
  /// Open calls of the app fail with ``PageCallError/documentGone`` or ``PageCallError/notSent``.
  ///
  /// Handlers of events are not cancelled, because a page sends its last events while it goes away, and nobody waits
  /// for their answers. Each of them may run until its deadline. The handler of an event without a deadline may run for
  /// ``Limits/deadline`` after the end of the document.
  public func close() {
    guard !isClosed else { return }
    let end = bridge.timeline.now() + bridge.limits.deadline
    let open = machine.close(endingEventsAt: end)
    if machine.requestCount > 0 {
      bridge.keep(self)
      bridge.schedule(end)
    }
    for request in open.requests {
      request.task?.cancel()
      observeReply(to: request, nil, .failure(.documentGone))
      request.responder?.cancel(because: .documentGone)
    }
    closeStreams()
    inbox = PacketQueue()
    for call in open.calls { finish(call, .failure(call.packet > packets ? .notSent : .documentGone)) }
    observe(.closed, .fromPage)
    bridge.forget(frame.document)
    channel?.conversationDidClose()
  }

  /// Ends the requests and calls whose deadline has passed. Returns the next deadline; nil if there is none.
  func expire(at now: Duration) -> Duration? {
    let expired = machine.expire(at: now)
    for request in expired.requests { end(request, .deadlineExceeded(request.limit ?? bridge.limits.deadline)) }
    for call in expired.calls { abandon(call, .deadlineExceeded(call.limit ?? .zero)) }
    return expired.next
  }

  /// Takes over the channel's frame again. A channel calls this method when it has learned the origin of the top-level
  /// document around its document.
  package func channelDidChangeFrame() {
    if let channel { frame = channel.frame }
  }

  // MARK: To the page

  /// Adds lines to the next packet.
  func write(_ add: (inout PacketWriter) -> Void) {
    guard !isClosed else { return }
    add(&outbox)
    guard !isFlushScheduled, !isReading else { return }
    isFlushScheduled = true
    Task { self.flush() }
  }

  /// Sends the lines that were collected while the channel was not ready. The channel calls this method when it is
  /// ready again.
  public func channelIsReady() {
    guard !isFlushScheduled, !isReading else { return }  // a later flush sends the lines
    flush()
  }

  /// The number of bytes that are written for the next packet.
  var outboxCount: Int { outbox.count }

  /// Whether more than ``Limits/queuedBytes`` bytes wait for the page. Events and calls are refused while this is true.
  var isCongested: Bool { outbox.count > bridge.limits.queuedBytes }

  private func flush() {
    isFlushScheduled = false
    guard !isClosed, !outbox.isEmpty, let channel, channel.isReady else { return }
    packets += 1
    channel.send(outbox.take(number: packets))
    sendWaitingPieces()
  }
}

/// A weak reference to a conversation, for tasks and calls that must not keep the conversation alive. The tasks and
/// calls of a conversation share one instance, because a separate weak reference for each would cost several times as
/// much.
final class ConversationReference: Sendable, Hashable {
  @MainActor fileprivate(set) weak var conversation: Conversation?

  fileprivate init() {}

  static func == (left: ConversationReference, right: ConversationReference) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
