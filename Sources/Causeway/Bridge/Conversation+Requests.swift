import CausewayJSON

extension Conversation {
  /// Processes a message body that reached the app without the page runtime, for example through the app's own message
  /// handler.
  ///
  /// The body is checked like a message from the runtime that has no promise. The page receives an answer only if the
  /// dialect answers with messages. The caller must ensure that the body comes from this document.
  public func receive(_ body: JSONValue, of dialect: String) {
    receive("m \(dialect) \(body.json)")
  }

  /// The maximum length of a dialect's name, in bytes. The rest of a longer name is ignored.
  static let longestName = 64
  /// The maximum number of bytes of an unreadable body that ``Dialect/salvage(_:)`` receives.
  private static let salvaged = 256

  /// Checks a request and starts its handler. The checks come in this order: the dialect's name, congestion, the
  /// request's number, the size, the bytes, the content, and then the checks of ``ConversationMachine/admit(_:_:)``.
  ///
  /// Takes the request's bytes from the channel first, even if the request fails, because otherwise the channel would
  /// keep them.
  func receiveRequest(
    dialect name: Wire.Text, id: UInt64?, bytes bytesName: Wire.Text? = nil,
    stream: Wire.RequestedStream = .none, body text: Wire.Text
  ) {
    let bytes = bytesName.flatMap { channel?.takeBytes(named: String(decoding: $0, as: UTF8.self)) }
    guard let dialect = bridge.dialect(named: Wire.Text(rebasing: name.prefix(Self.longestName))) else {
      return refuseRequest(ofUnknownDialect: name, id)
    }
    // Refused requests do not count as open requests. Without this check, a page that does not accept answers could
    // fill the app's memory with refusals.
    guard !isCongested || channel?.isReady == true else { return discard("the page does not accept answers") }
    if let id, machine.hasRequest(numbered: id) {
      return discard("a request with the number \(id) is already open")
    }

    func open(_ request: Request, isEvent: Bool = false, isResumption: Bool = false) -> OpenRequest {
      requestNumber += 1
      let capability = dialect.capability(named: request.capability, for: frame)
      return OpenRequest(
        request, of: dialect, capability, pageID: id,
        limit: capability.flatMap { bridge.limits.duration(of: $0.deadline) }, number: requestNumber,
        byteCount: bytes?.count, isEvent: isEvent, isResumption: isResumption)
    }
    func refuse(_ request: Request, _ defect: Failure) {
      start(open(request), bytes, stream, defect)
    }
    func salvage() -> Request {
      dialect.dialect.salvage(String(decoding: text.prefix(Self.salvaged), as: UTF8.self)[...])
    }

    guard text.count <= bridge.limits.messageBytes else {
      return refuse(salvage(), .tooLarge(bytes: text.count, limit: bridge.limits.messageBytes))
    }
    if bytesName != nil, bytes == nil {
      return refuse(Request(capability: ""), .malformed("the binary data of the message is missing"))
    }
    let body = Wire.parseBody(text, limits: bridge.limits)
    switch dialect.dialect.decode(body, within: bridge.limits) {
    case .malformed(var request, let reason):
      // A body that cannot be read, for example because it is nested too deeply, may still begin with a readable
      // correlation.
      if case .unreadable = body { request.correlation = request.correlation ?? salvage().correlation }
      refuse(request, .malformed(reason))
    case .event(let event, let data):
      let request = Request(capability: event, parameters: data ?? .null)
      start(open(request, isEvent: true), bytes, stream)
    case .request(let request):
      start(open(request), bytes, stream)
    case .resumption(var request):
      let key = request.key.flatMap { KeyedCalls.key($0, of: dialect.name, in: frame) }
      request.capability = key.flatMap { bridge.keyedCalls.capability(of: $0) } ?? ""
      let resumption = open(request, isResumption: true)
      start(resumption, bytes, stream, resumption.capability == nil ? .keyedCall(.unknown) : nil)
    }
  }

  /// Rejects a request of a dialect that is not installed. The name may have any length, so the answer contains only
  /// its beginning.
  private func refuseRequest(ofUnknownDialect name: Wire.Text, _ id: UInt64?) {
    let name = String(decoding: name.prefix(Self.longestName), as: UTF8.self)
    discard("no protocol \"\(name)\" is installed")
    if let id { write { $0.reject(id, .string("This app does not support the protocol \"\(name)\".")) } }
  }

  /// Starts a request's handler, or answers with the failure if the machine refuses the request.
  /// - Parameter defect: the defect of the message, which prevents its handler from running; nil if it has none.
  private func start(
    _ open: OpenRequest, _ bytes: Bytes?, _ stream: Wire.RequestedStream, _ defect: Failure? = nil
  ) {
    let defect = defect ?? open.capability?.work.defect(of: stream)
    observeRequest(open, isReadable: defect?.isMalformed != true)
    // A request with a key has no deadline here: `KeyedCalls` applies the deadline to the call, which may outlive this
    // document.
    let deadline = open.request.key == nil ? open.limit.map { bridge.timeline.now() + $0 } : nil
    let arrival = ConversationMachine<OpenRequest, OpenCall>.Arrival(
      pageID: open.pageID, correlation: open.correlation,
      refusal: open.dialect.refusal(of: frame, by: open.capability),
      defect: defect ?? (open.capability == nil ? .unknownCapability(open.request.capability) : nil),
      deadline: deadline, isEvent: open.isEvent)
    switch machine.admit(open, arrival) {
    case .refuse(let failure):
      answer(open, .failure(failure), because: failure.isDuplicate ? defect : nil)
    case .ignore: break
    case .run(let id):
      guard let capability = open.capability else {  // cannot happen, because the machine refuses unknown capabilities
        return end(id, .failure(.unknownCapability(open.request.capability)))
      }
      didAdmit()
      if let deadline { bridge.schedule(deadline) }
      var call = Call(frame: frame, dialect: open.dialectName, capability: capability.name, bytes: bytes)
      call.request = RequestReference(id: id, conversation: reference)
      if let key = open.request.key {
        return bridge.keyedCalls.run(capability.work, of: id, key: key, open, call, in: self)
      }
      run(capability.work, of: open, id, stream, call)
    }
  }
}

extension Failure {
  fileprivate var isMalformed: Bool { if case .malformed = self { true } else { false } }
  fileprivate var isDuplicate: Bool { if case .duplicate = self { true } else { false } }
}
