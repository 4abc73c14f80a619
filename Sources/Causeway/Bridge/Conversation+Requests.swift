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
  /// Its number in observations.
  let number: UInt64
  /// Whether the page tells rather than asks: it expects no answer.
  var isEvent = false
}

extension Conversation {
  /// The most that is read of a dialect's name, in scalars: a character may have any number of these.
  private static let longestName = 64
  /// How much of a body that is too large is looked at, in scalars.
  private static let salvaged = 256

  /// From a line to a running handler: dialect, size, meaning, capability, policy, limits, in this order.
  func receiveRequest(dialect name: Substring, id: UInt64?, body text: Substring) {
    // A name that no dialect has may be of any length; what is said of it is not.
    let name = String(Substring(name.unicodeScalars.prefix(Self.longestName)))
    guard let installed = bridge.dialects[name] else {
      discard("no protocol \"\(name)\" is installed")
      if let id { write { $0.reject(id, .string("The app does not speak \"\(name)\".")) } }
      return
    }
    if let id, requestIDs[id] != nil {
      return discard("a request with the number \(id) is open already")
    }

    func open(_ request: Request, _ capability: Capability? = nil, isEvent: Bool = false) -> OpenRequest {
      requestNumber += 1
      var open = OpenRequest(
        request: request, dialect: installed, dialectName: name, capability: capability, pageID: id,
        limit: capability.flatMap { bridge.limits.duration(of: $0.deadline) }, number: requestNumber)
      open.isEvent = isEvent
      return open
    }
    func refuse(_ request: Request, _ failure: Failure) {
      let refused = open(request)
      observeRequest(refused)
      answer(refused, .failure(failure))
    }

    let size = text.utf8.count
    guard size <= bridge.limits.messageBytes else {
      let request = installed.dialect.salvage(Substring(text.unicodeScalars.prefix(Self.salvaged)))
      return refuse(request, .tooLarge(bytes: size, limit: bridge.limits.messageBytes))
    }
    let body = Wire.parseBody(text, limits: bridge.limits)
    switch installed.dialect.decode(body, within: bridge.limits) {
    case .malformed(let request, let reason):
      refuse(request, .malformed(reason))
    case .event(let event, let data):
      let request = Request(capability: event, parameters: data ?? .null)
      start(open(request, installed.capabilities[event], isEvent: true))
    case .request(let request):
      start(open(request, installed.capabilities[request.capability]))
    }
  }

  private func start(_ open: OpenRequest) {
    observeRequest(open)
    guard let capability = open.capability else {
      return answer(open, .failure(.unknownCapability(open.request.capability)))
    }
    if let refusal = capability.policy.refusal(of: frame) {
      return answer(open, .failure(.refused(refusal)))
    }
    guard requests.count < bridge.limits.openRequests else {
      return answer(open, .failure(.tooManyRequests(limit: bridge.limits.openRequests)))
    }
    let deadline = open.limit.map { bridge.timeline.now() + $0 }
    guard let id = requests.admit(open, deadline: deadline) else { return }
    if let pageID = open.pageID { requestIDs[pageID] = id }
    if let deadline { bridge.schedule(deadline) }

    let call = Call(frame: frame, dialect: open.dialectName, capability: capability.name)
    let parameters = open.request.parameters
    switch capability.work {
    case .returning(let handler):
      let task = Task { [weak self] in
        let outcome: Outcome
        do {
          outcome = .success(try await handler(parameters, call))
        } catch {
          outcome = .failure(error as? Failure ?? .handler(error))
        }
        self?.settle(id, outcome)
      }
      requests.update(id) { $0.task = task }
    case .responding(let handler):
      do {
        try handler(parameters, call, Responder { [weak self] in self?.settle(id, $0) })
      } catch {
        settle(id, .failure(error as? Failure ?? .handler(error)))
      }
    }
  }

  /// Ends a request with what its handler came to; only the first end of an id does anything.
  private func settle(_ id: CallTable<OpenRequest>.ID, _ outcome: Outcome) {
    end(id) { _ in outcome }
  }

  func withdraw(_ pageID: UInt64) {
    guard let id = requestIDs[pageID] else { return }  // it was answered in the meantime
    end(id) { _ in .failure(.cancelled) }
  }

  func expireRequest(_ id: CallTable<OpenRequest>.ID) {
    end(id) { .failure(.deadlineExceeded($0.limit ?? .zero)) }
  }

  private func end(_ id: CallTable<OpenRequest>.ID, _ outcome: (OpenRequest) -> Outcome) {
    guard let open = requests.settle(id) else { return }
    if let pageID = open.pageID { requestIDs[pageID] = nil }
    open.task?.cancel()  // a handler that is done does not notice
    answer(open, outcome(open))
  }

  /// Tells the page how its request ended, in the words of its dialect.
  private func answer(_ open: OpenRequest, _ outcome: Outcome) {
    var failure: Failure?
    if case .failure(let reason) = outcome { failure = reason }
    if open.isEvent {
      if failure != nil { observeReply(to: open, nil, failure: failure) }
      if let id = open.pageID { write { $0.resolve(id, nil) } }
      return
    }
    let reply = open.dialect.dialect.encode(outcome, of: open.request)
    observeReply(to: open, reply, failure: failure)
    switch (reply, open.pageID) {
    case (.resolve(let value), let id?): write { $0.resolve(id, value) }
    case (.reject(let reason), let id?): write { $0.reject(id, reason) }
    case (.none, let id?): write { $0.resolve(id, nil) }
    case (.message(let body), let id):
      write { packet in
        packet.message(open.dialectName, body)
        if let id { packet.resolve(id, nil) }
      }
    case (_, nil): break  // the page posted without waiting, so there is no promise to settle
    }
  }
}
