import CausewayJSON

extension Conversation {
  // MARK: Streams to the page

  /// Whether stream values may be added to the next packet.
  var hasRoomForStreams: Bool { outboxCount < StreamFlow.batchBytes }

  /// Continues an output that has received credit: at once if there is room, otherwise after the next packet.
  func resume(_ output: StreamOutput) {
    if hasRoomForStreams {
      output.sendWaiting(in: self)
    } else {
      streams.waiting.append(output)
    }
  }

  /// Fills the next packet with waiting pieces, one piece of each stream in turn.
  func sendWaitingPieces() {
    guard !streams.waiting.isEmpty else { return }
    var sent = 0
    while sent < streams.waiting.count, hasRoomForStreams {
      streams.waiting[sent].sendWaiting(in: self)
      sent += 1
    }
    streams.waiting.removeFirst(sent)
  }

  /// Sends the bytes of streams that waited for room in the channel. The channel calls this method when the page has
  /// collected bytes.
  public func pageDidCollectBytes() {
    let blocked = streams.blocked
    // The first stream that finds no room adds itself to the list again, and so do all streams behind it.
    streams.blocked = []
    for output in blocked { output.channelHasRoom() }
  }

  func receiveCredit(_ units: UInt64, forRequest pageID: UInt64) {
    streams.outputs[pageID]?.grant(Int(clamping: units))
  }

  // MARK: Streams from the page

  /// Opens the stream of a request's values from the page; returns nil if there is no memory for another stream.
  func openInput(_ content: StreamContent, ofRequest pageID: UInt64) -> StreamInput? {
    guard let window = streams.pool.open(content) else { return nil }
    let input = StreamInput(content, window: window, conversation: self) { $0.grant(pageID, $1) }
    streams.inputs[pageID] = input
    write { $0.grant(pageID, window.size) }
    return input
  }

  // A value for a stream that has ended is dropped silently: the page may have sent the value before it learned of the
  // end.

  func receiveValue(_ text: Wire.Text, ofRequest pageID: UInt64) {
    guard let failure = streams.inputs[pageID]?.receive(text: text, limit: bridge.limits.messageBytes) else { return }
    fail(request: pageID, failure)
  }

  func receivePiece(_ name: Wire.Text, ofRequest pageID: UInt64) {
    if let failure = receivePiece(name, of: streams.inputs[pageID]) { fail(request: pageID, failure) }
  }

  func receiveEnd(_ text: Wire.Text, ofRequest pageID: UInt64) {
    streams.inputs[pageID]?.finish(streamError(text))
  }

  /// Ends a request, because the page sent something that the rules of streams do not allow.
  private func fail(request pageID: UInt64, _ failure: Failure) {
    guard let open = machine.withdrawRequest(numbered: pageID) else { return }
    end(open, failure)
  }

  /// Ends the streams of a request that has ended.
  func endStreams(ofRequest pageID: UInt64) {
    let (output, input) = streams.end(request: pageID)
    output?.close()
    input?.close()
  }

  // MARK: Streams with which the page answers

  func receiveAnswerValue(_ text: Wire.Text, to call: UInt64) {
    guard let failure = streams.answers[call]?.receive(text: text, limit: bridge.limits.messageBytes) else { return }
    abandon(call: call, .rejected(failure.pageMessage))
  }

  func receiveAnswerPiece(_ name: Wire.Text, to call: UInt64) {
    if let failure = receivePiece(name, of: streams.answers[call]) {
      abandon(call: call, .rejected(failure.pageMessage))
    }
  }

  /// Takes a piece of bytes from the channel, even if its stream has ended: otherwise the channel would keep the bytes.
  private func receivePiece(_ name: Wire.Text, of input: StreamInput?) -> Failure? {
    let bytes = channel?.takeBytes(named: String(decoding: name, as: UTF8.self))
    guard let input else { return nil }
    guard let bytes else { return .malformed("the binary data of the stream is missing") }
    return input.receive(bytes)
  }

  /// Returns the error with which the page ended a stream; nil for a regular end, whose text is empty.
  private func streamError(_ text: Wire.Text) -> PageCallError? {
    guard text.count <= Self.longestDescription else { return .rejected("an error whose description is too long") }
    switch Wire.parseBody(text, limits: bridge.limits) {
    case .undefined: return nil
    case .value(let value): return .rejected(value.stringValue ?? value.json)
    case .unreadable(let reason): return .rejected(reason)
    }
  }

  /// Ends the streams of the page's requests, because the document went away. The streams of calls end with their
  /// calls.
  func closeStreams() {
    for output in streams.outputs.values { output.close() }
    for input in streams.inputs.values { input.close(Failure.documentGone) }
    streams.outputs = [:]
    streams.inputs = [:]
    streams.waiting = []
    streams.blocked = []
  }
}

extension Conversation {
  /// Calls the page and returns the values that its handler sends one after another, for example from an async
  /// generator.
  ///
  ///     for try await price in try conversation.values("prices", ["symbol": "BTC"], of: Price.self) { … }
  ///
  /// An app that reads slowly slows the page down. To end the call early, release all copies of the sequence and its
  /// iterator, for example by leaving the loop: the page's handler gets an aborted `signal`, and its iterator returns.
  /// If the reading task is cancelled, reading throws `CancellationError`, but the call ends only when the sequence is
  /// released.
  ///
  /// - Parameters:
  ///   - deadline: the timeout of the whole call. If the page has not sent all values in this time, the call ends with
  ///     ``PageCallError/deadlineExceeded(_:)``. By default there is no timeout.
  /// - Throws: ``PageCallError`` if the page cannot be called. Reading throws it if the page fails later, and
  ///   ``Failure/invalidParameters(_:)`` for a value of another type.
  public func values<Value: Decodable & Sendable>(
    _ name: String, _ parameters: JSONValue? = nil, of type: Value.Type = Value.self,
    in dialect: String = CausewayDialect.name, deadline: Capability.Deadline = .never
  ) throws -> PageValues<Value> {
    try stream(.values, name, parameters, in: dialect, deadline: deadline).values(of: type)
  }

  /// Calls the page and returns the bytes that its handler sends, in pieces of up to a few mebibytes. The page's side
  /// chooses the sizes of the pieces.
  ///
  /// See ``values(_:_:of:in:deadline:)``.
  public func bytes(
    _ name: String, _ parameters: JSONValue? = nil, in dialect: String = CausewayDialect.name,
    deadline: Capability.Deadline = .never
  ) throws -> PageValues<Bytes> {
    try stream(.bytes, name, parameters, in: dialect, deadline: deadline).pieces
  }

  func stream(
    _ content: StreamContent, _ name: String, _ parameters: JSONValue?, in dialect: String,
    deadline: Capability.Deadline
  ) throws -> StreamSource {
    let body = try callBody(name, parameters, in: dialect)
    guard let window = streams.pool.open(content) else { throw PageCallError.tooManyStreams }
    var input: StreamInput?
    let id = begin(name, parameters, in: dialect, limit: bridge.limits.duration(of: deadline)) { result in
      switch result {
      case .success: input?.finish()
      case .failure(let error): input?.finish(error)
      }
    } send: { packet, id in
      packet.call(dialect, id, credit: window.size, body)
    }
    // An observer of the call may have closed the conversation, and nothing would end the stream any more.
    guard let id, !isClosed else { throw PageCallError.notSent }
    let opened = StreamInput(content, window: window, conversation: self) { $0.grant(call: id, $1) }
    input = opened
    streams.answers[id] = opened
    return StreamSource(opened, limits: bridge.limits) { [weak self] in
      opened.close()
      self?.abandon(call: id, .cancelled)
    }
  }
}
