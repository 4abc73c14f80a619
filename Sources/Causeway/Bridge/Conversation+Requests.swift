import CausewayJSON

/// A request of the page that is not answered yet.
struct OpenRequest {
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
  /// What the page passed beside the parameters.
  var bytes: Bytes?
  /// Whether the page tells rather than asks: it expects no answer.
  var isEvent = false

  /// What no other open request of the document may have.
  var correlation: Correlation? {
    request.correlation.map { Correlation(dialect: dialectName, value: $0) }
  }

  /// A dialect's own mark of a request.
  struct Correlation: Hashable {
    let dialect: String
    let value: JSONValue
  }
}

extension Conversation {
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
    if let id, requestIDs[id] != nil {
      return discard("a request with the number \(id) is open already")
    }

    func open(_ request: Request, _ capability: Capability? = nil, isEvent: Bool = false) -> OpenRequest {
      requestNumber += 1
      var open = OpenRequest(
        request: request, dialect: installed, dialectName: name, capability: capability, pageID: id,
        limit: capability.flatMap { bridge.limits.duration(of: $0.deadline) }, number: requestNumber)
      open.bytes = bytes
      open.isEvent = isEvent
      return open
    }
    func refuse(_ request: Request, _ failure: Failure) {
      let capability = installed.capability(named: request.capability, for: frame)
      let refused = open(request, capability)
      if case .malformed = failure {
        observeRequest(refused, isReadable: false)
      } else {
        observeRequest(refused)
      }
      // An answer by message would pass for that of the open request.
      if let correlation = refused.correlation, correlations.contains(correlation) {
        return answer(refused, .failure(.duplicate), because: failure)
      }
      // A frame that is not served gets no better answer for a message that is wrong as well.
      let refusal = installed.refusal(of: frame, by: capability)
      answer(refused, .failure(refusal.map(Failure.refused) ?? failure))
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
      start(open(request, installed.capability(named: event, for: frame), isEvent: true))
    case .request(let request):
      start(open(request, installed.capability(named: request.capability, for: frame)))
    }
  }

  private func start(_ open: OpenRequest) {
    observeRequest(open)
    let correlation = open.correlation
    if let correlation, correlations.contains(correlation) { return answer(open, .failure(.duplicate)) }
    if let refusal = open.dialect.refusal(of: frame, by: open.capability) {
      return answer(open, .failure(.refused(refusal)))
    }
    guard let capability = open.capability else {
      return answer(open, .failure(.unknownCapability(open.request.capability)))
    }
    guard requests.count < bridge.limits.openRequests else {
      return answer(open, .failure(.tooManyRequests(limit: bridge.limits.openRequests)))
    }
    var call = Call(frame: frame, dialect: open.dialectName, capability: capability.name)
    call.bytes = open.bytes
    var open = open
    open.bytes = nil  // they live as long as the handler wants them
    let deadline = open.limit.map { bridge.timeline.now() + $0 }
    guard let id = requests.admit(open, deadline: deadline) else { return }
    didAdmit()
    if let pageID = open.pageID { requestIDs[pageID] = id }
    if let correlation { correlations.insert(correlation) }
    if let deadline { bridge.schedule(deadline) }
    run(capability.work, of: id, parameters: open.request.parameters, call)
  }

  private func run(_ work: Capability.Work, of id: CallTable<OpenRequest>.ID, parameters: JSONValue, _ call: Call) {
    func begin(_ handler: @escaping @MainActor () async throws -> Ending) {
      let task = startTask { [weak self] in
        let ending: Ending
        do {
          ending = try await handler()
        } catch {
          ending = .outcome(.failure(error as? Failure ?? .handler(error)))
        }
        self?.end(id) { _ in ending }
      }
      requests.update(id) { $0.task = task }  // unless it is over already
    }

    switch work {
    case .returning(let handler): begin { .outcome(.success(try await handler(parameters, call))) }
    case .returningBytes(let handler): begin { .bytes(try await handler(parameters, call)) }
    case .responding(let handler):
      let obligation = Obligation(
        settle: { [weak self] outcome in self?.end(id) { _ in .outcome(outcome) } },
        report: { [weak self] value in self?.report(value, on: id) })
      requests.update(id) { $0.obligation = obligation }
      do {
        try handler(parameters, call, Responder(obligation))
      } catch {
        end(id) { _ in .outcome(.failure(error as? Failure ?? .handler(error))) }
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
