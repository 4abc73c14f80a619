import CausewayJSON

/// A request of the page that is not answered yet.
struct OpenRequest {
  typealias ID = ConversationMachine<OpenRequest, OpenCall>.ID

  let request: Request
  let dialect: Bridge.InstalledDialect
  let dialectName: String
  let capability: Capability?
  /// The page's number for it; nil where the dialect answers by a message of its own.
  let pageID: UInt64?
  /// How long it may take, for the text of the failure.
  let limit: Duration?
  /// The handler at work.
  var task: Task<Void, Never>?
  /// What the handler's ``Responder`` holds.
  weak var obligation: Obligation?
  /// Its number in observations.
  let number: UInt64
  /// How many bytes the page passed beside the parameters; nil for none. The handler alone has the bytes, so that they do not
  /// live as long as the request.
  let byteCount: Int?
  /// Whether the page tells rather than asks: it expects no answer.
  var isEvent = false

  /// The dialect's mark of it; nil if it has none.
  var correlation: RequestCorrelation? {
    request.correlation.map { RequestCorrelation(dialect: dialectName, value: $0) }
  }
}

extension Conversation {
  /// Takes a body of a page that reached the app without the page runtime, such as by a message handler of the app's own.
  ///
  /// It is checked and answered as a message of the runtime is that has no promise: what its dialect answers by a message
  /// goes to the page. The caller sees to it that the body is from this very document.
  public func receive(_ body: JSONValue, of dialect: String) {
    receive("m \(dialect) \(body.json)")
  }

  /// The most that is read of a dialect's name, in bytes.
  static let longestName = 64
  /// How much of a body that cannot be read is looked at, in bytes.
  private static let salvaged = 256

  /// From a line to a running handler: dialect, size, meaning, capability, policy, limits, in this order.
  ///
  /// Bytes that came along are taken first, whatever becomes of the request: nothing else would take them.
  func receiveRequest(dialect name: Wire.Text, id: UInt64?, bytes bytesName: Wire.Text? = nil, body text: Wire.Text) {
    let bytes = bytesName.flatMap { channel?.takeBytes(named: String(decoding: $0, as: UTF8.self)) }
    // A name that no dialect has may be of any length; what is said of it is not.
    let name = String(decoding: name.prefix(Self.longestName), as: UTF8.self)
    guard let installed = bridge.dialects[name] else {
      discard("no protocol \"\(name)\" is installed")
      if let id { write { $0.reject(id, .string("The app does not speak \"\(name)\".")) } }
      return
    }
    // Requests that are refused are not open, so that nothing else limits how many answers wait for them.
    guard !isCongested || channel?.isReady == true else { return discard("the page takes no answers") }
    if let id, machine.hasRequest(numbered: id) {
      return discard("a request with the number \(id) is open already")
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
      start(open(request, installed.capability(named: request.capability, for: frame)), bytes, defect)
    }
    func salvage() -> Request {
      installed.dialect.salvage(String(decoding: text.prefix(Self.salvaged), as: UTF8.self)[...])
    }

    guard text.count <= bridge.limits.messageBytes else {
      return refuse(salvage(), .tooLarge(bytes: text.count, limit: bridge.limits.messageBytes))
    }
    if bytesName != nil, bytes == nil {
      return refuse(Request(capability: ""), .malformed("the bytes that belong to the message are not there"))
    }
    let body = Wire.parseBody(text, limits: bridge.limits)
    switch installed.dialect.decode(body, within: bridge.limits) {
    case .malformed(var request, let reason):
      // What nests too deep, for instance, may still begin as a message does.
      if case .unreadable = body { request.correlation = request.correlation ?? salvage().correlation }
      refuse(request, .malformed(reason))
    case .event(let event, let data):
      let request = Request(capability: event, parameters: data ?? .null)
      start(open(request, installed.capability(named: event, for: frame), isEvent: true), bytes)
    case .request(let request):
      start(open(request, installed.capability(named: request.capability, for: frame)), bytes)
    }
  }

  /// Runs a request's handler, or answers what the machine refuses.
  /// - Parameter defect: why the message cannot be run.
  private func start(_ open: OpenRequest, _ bytes: Bytes?, _ defect: Failure? = nil) {
    observeRequest(open, isReadable: !(defect?.isMalformed ?? false))
    let deadline = open.limit.map { bridge.timeline.now() + $0 }
    let arrival = ConversationMachine<OpenRequest, OpenCall>.Arrival(
      pageID: open.pageID, correlation: open.correlation,
      refusal: open.dialect.refusal(of: frame, by: open.capability),
      defect: defect ?? (open.capability == nil ? .unknownCapability(open.request.capability) : nil),
      deadline: deadline)
    switch machine.admit(open, arrival) {
    case .refuse(let failure):
      answer(open, .failure(failure), because: failure.isDuplicate ? defect : nil)
    case .ignore: break
    case .run(let id):
      guard let capability = open.capability else { return }
      didAdmit()
      if let deadline { bridge.schedule(deadline) }
      var call = Call(frame: frame, dialect: open.dialectName, capability: capability.name)
      call.bytes = bytes
      run(capability.work, of: id, parameters: open.request.parameters, call)
    }
  }

  private func run(_ work: Capability.Work, of id: OpenRequest.ID, parameters: JSONValue, _ call: Call) {
    func begin(_ handler: @escaping @MainActor () async throws -> Ending) {
      let task = startTask { [weak self] in
        let ending: Ending
        do {
          ending = try await handler()
        } catch {
          ending = .outcome(.failure(error as? Failure ?? .handler(error)))
        }
        self?.end(id, ending)
      }
      machine.updateRequest(id) { $0.task = task }  // unless it is over already
    }

    switch work {
    case .returning(let handler): begin { .outcome(.success(try await handler(parameters, call))) }
    case .returningBytes(let handler): begin { .bytes(try await handler(parameters, call)) }
    case .responding(let handler):
      let obligation = Obligation(
        settle: { [weak self] outcome in self?.end(id, .outcome(outcome)) },
        report: { [weak self] value in self?.report(value, on: id) })
      machine.updateRequest(id) { $0.obligation = obligation }
      do {
        try handler(parameters, call, Responder(obligation))
      } catch {
        end(id, .outcome(.failure(error as? Failure ?? .handler(error))))
      }
    }
  }
}

/// Starts a task, where the system can at once: a handler that waits for nothing then answers without a detour through
/// the main queue, which takes as long as the rest of a request.
@MainActor private func startTask(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
  if #available(macOS 26, iOS 26, *) {
    Task.immediate { await work() }
  } else {
    Task { await work() }
  }
}

extension Failure {
  fileprivate var isMalformed: Bool { if case .malformed = self { true } else { false } }
  fileprivate var isDuplicate: Bool { if case .duplicate = self { true } else { false } }
}
