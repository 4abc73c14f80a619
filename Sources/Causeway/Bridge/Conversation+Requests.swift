import CausewayJSON

/// A request of the page that has not been answered yet.
struct OpenRequest {
  typealias ID = ConversationMachine<OpenRequest, OpenCall>.ID

  let request: Request
  let dialect: Bridge.InstalledDialect
  let dialectName: String
  let capability: Capability?
  /// The page's number for the request; nil if the page waits for a message of the dialect instead of a promise.
  let pageID: UInt64?
  /// The timeout of the request, for the failure's text.
  let limit: Duration?
  /// The task that runs the handler.
  var task: Task<Void, Never>?
  /// The state that the handler's ``Responder`` shares with the request.
  weak var responder: ResponderState?
  /// The request's number in observations.
  let number: UInt64
  /// The number of bytes that the page passed beside the parameters; nil for none. Only the handler holds the bytes
  /// themselves, so that they do not stay in memory as long as the request.
  let byteCount: Int?
  /// Whether the message is an event, for which the page expects no answer.
  var isEvent = false
  /// Whether the page asks for the outcome of an earlier call.
  var isResumption = false

  /// The request's correlation value, together with the dialect's name; nil if the message has none.
  var correlation: RequestCorrelation? {
    request.correlation.map { RequestCorrelation(dialect: dialectName, value: $0) }
  }
}

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
  /// Takes the request's bytes from the channel first, even if the request fails: otherwise the channel would keep
  /// them.
  func receiveRequest(
    dialect name: Wire.Text, id: UInt64?, bytes bytesName: Wire.Text? = nil,
    stream: Wire.RequestedStream = .none, body text: Wire.Text
  ) {
    let bytes = bytesName.flatMap { channel?.takeBytes(named: String(decoding: $0, as: UTF8.self)) }
    // An unknown name may have any length, so the log and the answer contain only its beginning.
    let name = String(decoding: name.prefix(Self.longestName), as: UTF8.self)
    guard let installed = bridge.dialects[name] else {
      discard("no protocol \"\(name)\" is installed")
      if let id { write { $0.reject(id, .string("This app does not support the protocol \"\(name)\".")) } }
      return
    }
    // Refused requests do not count as open requests. Without this check, a page that does not accept answers could
    // fill the app's memory with refusals.
    guard !isCongested || channel?.isReady == true else { return discard("the page does not accept answers") }
    if let id, machine.hasRequest(numbered: id) {
      return discard("a request with the number \(id) is already open")
    }

    func open(_ request: Request, _ capability: Capability? = nil, isEvent: Bool = false) -> OpenRequest {
      requestNumber += 1
      var open = OpenRequest(
        request: request, dialect: installed, dialectName: name, capability: capability, pageID: id,
        limit: capability.flatMap { bridge.limits.duration(of: $0.deadline) }, number: requestNumber,
        byteCount: bytes?.count)
      open.isEvent = isEvent
      return open
    }
    func refuse(_ request: Request, _ defect: Failure) {
      start(open(request, installed.capability(named: request.capability, for: frame)), bytes, stream, defect)
    }
    func salvage() -> Request {
      installed.dialect.salvage(String(decoding: text.prefix(Self.salvaged), as: UTF8.self)[...])
    }

    guard text.count <= bridge.limits.messageBytes else {
      return refuse(salvage(), .tooLarge(bytes: text.count, limit: bridge.limits.messageBytes))
    }
    if bytesName != nil, bytes == nil {
      return refuse(Request(capability: ""), .malformed("the binary data of the message is missing"))
    }
    let body = Wire.parseBody(text, limits: bridge.limits)
    switch installed.dialect.decode(body, within: bridge.limits) {
    case .malformed(var request, let reason):
      // A body that cannot be read, for example because it nests too deep, may still begin with a readable correlation.
      if case .unreadable = body { request.correlation = request.correlation ?? salvage().correlation }
      refuse(request, .malformed(reason))
    case .event(let event, let data):
      let request = Request(capability: event, parameters: data ?? .null)
      start(open(request, installed.capability(named: event, for: frame), isEvent: true), bytes, stream)
    case .request(let request):
      start(open(request, installed.capability(named: request.capability, for: frame)), bytes, stream)
    case .resumption(var request):
      let key = request.key.flatMap { KeyedCalls.key($0, of: name, in: frame) }
      request.capability = key.flatMap { bridge.keyedCalls.capability(of: $0) } ?? ""
      var resumption = open(request, installed.capability(named: request.capability, for: frame))
      resumption.isResumption = true
      start(resumption, bytes, stream, resumption.capability == nil ? .keyedCall(.unknown) : nil)
    }
  }

  /// Starts a request's handler, or answers with the failure if the machine refuses the request.
  /// - Parameter defect: the defect of the message, which prevents its handler from running; nil if it has none.
  private func start(
    _ open: OpenRequest, _ bytes: Bytes?, _ stream: Wire.RequestedStream, _ defect: Failure? = nil
  ) {
    let defect = defect ?? open.capability?.work.defect(of: stream)
    observeRequest(open, isReadable: defect?.isMalformed != true)
    // The deadline of a call with a key is its own, because it may outlive this document.
    let deadline = open.request.key == nil ? open.limit.map { bridge.timeline.now() + $0 } : nil
    let missing = Failure.unknownCapability(open.request.capability)
    let arrival = ConversationMachine<OpenRequest, OpenCall>.Arrival(
      pageID: open.pageID, correlation: open.correlation,
      refusal: open.dialect.refusal(of: frame, by: open.capability),
      defect: defect ?? (open.capability == nil ? missing : nil),
      deadline: deadline)
    switch machine.admit(open, arrival) {
    case .refuse(let failure):
      answer(open, .failure(failure), because: failure.isDuplicate ? defect : nil)
    case .ignore: break
    case .run(let id):
      guard let capability = open.capability else { return end(id, .failure(missing)) }
      didAdmit()
      if let deadline { bridge.schedule(deadline) }
      var call = Call(frame: frame, dialect: open.dialectName, capability: capability.name)
      call.bytes = bytes
      call.request = RequestReference(id: id, conversation: reference)
      if let key = open.request.key {
        return bridge.keyedCalls.run(capability.work, of: id, key: key, open, call, in: self)
      }
      run(capability.work, of: id, stream, pageID: open.pageID, parameters: open.request.parameters, call)
    }
  }

  private func run(
    _ work: Capability.Work, of id: OpenRequest.ID, _ stream: Wire.RequestedStream, pageID: UInt64?,
    parameters: JSONValue, _ call: Call
  ) {
    func begin(_ handler: @escaping @MainActor () async throws -> Void) {
      let task = startTask { [weak self] in
        do {
          try await handler()
        } catch {
          self?.end(id, .failure(of: error))
        }
      }
      machine.updateRequest(id) { $0.task = task }  // does nothing if the request has ended
    }

    switch work {
    case .returning(let handler):
      begin { [weak self] in
        let value = try await handler(parameters, call)
        self?.end(id, .success(value))
      }
    case .returningBytes(let handler):
      begin { [weak self] in
        let bytes = try await handler(parameters, call)
        self?.end(id, with: bytes)
      }
    case .streaming(let handler):
      guard let pageID, case .toPage(let credit) = stream else { return }  // otherwise refused by `defect(of:)`
      let output = StreamOutput(id: pageID, credit: Int(clamping: credit), conversation: self)
      streams.outputs[pageID] = output
      begin { [weak self] in
        try await handler(parameters, call, output)
        self?.end(id, .success(nil))
      }
    case .receiving(let content, let handler):
      guard let pageID, case .fromPage = stream else { return }  // otherwise refused by `defect(of:)`
      guard let input = openInput(content, ofRequest: pageID) else { return end(id, .failure(.tooManyStreams)) }
      let source = StreamSource(input, limits: bridge.limits)
      begin { [weak self] in
        let value = try await handler(parameters, call, source)
        self?.end(id, .success(value))
      }
    case .responding(let handler):
      let state = ResponderState(
        settle: { [weak self] outcome in self?.end(id, outcome) },
        report: { [weak self] value in self?.report(value, on: id) })
      machine.updateRequest(id) { $0.responder = state }
      do {
        try handler(parameters, call, Responder(state))
      } catch {
        end(id, .failure(of: error))
      }
    }
  }
}

/// Starts a task immediately where the system supports that. A handler that never suspends then answers without another
/// turn of the main queue. That turn would take as long as the rest of the request.
@MainActor func startTask(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
  if #available(macOS 26, iOS 26, *) {
    Task.immediate { await work() }
  } else {
    Task { await work() }
  }
}

extension Capability.Work {
  /// Returns the reason why a handler of this kind cannot serve a request for this kind of stream; nil if it can.
  fileprivate func defect(of stream: Wire.RequestedStream) -> Failure? {
    switch (self, stream) {
    case (.returning, .none), (.returningBytes, .none), (.responding, .none), (.streaming, .toPage),
      (.receiving, .fromPage):
      nil
    case (.streaming, _): .malformed("this function sends a stream: call it with causeway.stream")
    case (.receiving, _): .malformed("this function receives a stream: call it with causeway.upload")
    case (_, _): .malformed("this function has no stream: call it with causeway.call")
    }
  }
}

extension Failure {
  fileprivate var isMalformed: Bool { if case .malformed = self { true } else { false } }
  fileprivate var isDuplicate: Bool { if case .duplicate = self { true } else { false } }
}
