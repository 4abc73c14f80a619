import CausewayJSON

extension Conversation {
  /// Calls the page and returns the values that its handler sends one after another, for example from an async
  /// generator.
  ///
  ///     for try await price in try conversation.values("prices", ["symbol": "BTC"], of: Price.self) { … }
  ///
  /// An app that reads slowly slows the page down. To end the call early, release the sequence or cancel the reading
  /// task: the page's handler gets an aborted `signal`, and its iterator returns.
  ///
  /// - Parameters:
  ///   - deadline: the time after which the call ends with ``PageCallError/deadlineExceeded(_:)`` if the page has not
  ///     sent everything. By default there is no deadline.
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
    guard let id else { throw PageCallError.notSent }
    let opened = StreamInput(content, window: window, conversation: self) { $0.grant(call: id, $1) }
    input = opened
    streams.answers[id] = opened
    return StreamSource(opened, limits: bridge.limits) { [weak self] in
      opened.close()
      self?.abandon(call: id, .cancelled)
    }
  }
}
