import CausewayJSON

/// Runs the calls that pages have made with a key. They belong to the bridge, so they outlive their documents.
@MainActor final class KeyedCalls {
  /// A request that waits for an outcome.
  struct Waiter {
    weak var conversation: Conversation?
    let request: OpenRequest.ID
  }

  private struct Run {
    var task: Task<Void, Never>?
    weak var responder: ResponderState?
    let limit: Duration?
  }

  private var table: KeyedCallTable<Waiter>
  private var running: [UInt64: Run] = [:]
  private let timeline: Timeline

  init(limits: Limits, timeline: Timeline) {
    table = KeyedCallTable(limits: limits)
    self.timeline = timeline
  }

  typealias Key = KeyedCallTable<Waiter>.Key
  typealias Content = KeyedCallTable<Waiter>.Content

  /// Returns the capability of the call with this key; nil if there is no such call.
  func capability(of key: Key) -> String? { table.capability(of: key) }

  /// Lets a request wait for the call with its key. If the call is new, its handler runs.
  /// - Parameter limit: the timeout of the call; nil for no timeout.
  func run(
    _ work: Capability.Work, _ content: Content, key: Key, for request: OpenRequest.ID, of conversation: Conversation,
    limit: Duration?, parameters: JSONValue, _ call: Call
  ) {
    let deadline = limit.map { timeline.now() + $0 }
    let admission = table.admit(
      content, key: key, waiter: Waiter(conversation: conversation, request: request), deadline: deadline,
      now: timeline.now())
    guard case .run(let id) = admission else { return conversation.settle(request, admission) }
    if let deadline { conversation.bridge.schedule(deadline) }
    running[id] = Run(limit: limit)
    switch work {
    case .returning(let handler):
      let task = startTask { [weak self] in
        do {
          let value = try await handler(parameters, call)
          self?.end(id, .success(value))
        } catch {
          self?.end(id, .failure(of: error))
        }
      }
      running[id]?.task = task  // does nothing if the call has ended
    case .responding(let handler):
      let state = ResponderState(
        settle: { [weak self] outcome in self?.end(id, outcome) },
        report: { [weak conversation] value in conversation?.report(value, on: request) })
      running[id]?.responder = state
      do {
        try handler(parameters, call, Responder(state))
      } catch {
        end(id, .failure(of: error))
      }
    case .returningBytes, .streaming, .receiving: end(id, .failure(.keyedCall(.unsupported)))
    }
  }

  /// Lets a request wait for the outcome of an earlier call.
  func resume(_ key: Key, for request: OpenRequest.ID, of conversation: Conversation) {
    let waiter = Waiter(conversation: conversation, request: request)
    conversation.settle(request, table.resume(key, waiter: waiter, now: timeline.now()))
  }

  /// Cancels the call with this key, because the page that made it has withdrawn it. Does nothing if it has ended.
  func cancel(_ key: Key) {
    if let id = table.runningCall(of: key) { end(id, .failure(.cancelled)) }
  }

  /// Forgets the outcomes of ended calls; of all origins if `origin` is nil.
  func forgetOutcomes(of origin: Origin?) { table.forgetOutcomes(of: origin) }

  /// Ends the calls whose deadline has passed. Returns the next deadline.
  func expire(at now: Duration) -> Duration? {
    let due = table.due(at: now)
    for id in due.expired { end(id, .failure(.deadlineExceeded(running[id]?.limit ?? .zero))) }
    return due.next
  }

  private func end(_ id: UInt64, _ outcome: Outcome) {
    guard let waiters = table.end(id, outcome, now: timeline.now()) else { return }
    let run = running.removeValue(forKey: id)
    run?.task?.cancel()  // no effect if the handler has returned
    for waiter in waiters { waiter.conversation?.end(waiter.request, outcome) }
    if case .failure(let failure) = outcome { run?.responder?.cancel(because: failure) }
  }
}

extension Conversation {
  /// The maximum length of a key, in bytes of UTF-8.
  private static let longestKey = 256

  /// Returns the identity of a page's key in this document; nil if the key cannot be used.
  func keyedCall(_ key: String, of dialect: String) -> KeyedCalls.Key? {
    guard !frame.origin.isOpaque, 1...Self.longestKey ~= key.utf8.count else { return nil }
    return KeyedCalls.Key(dialect: dialect, origin: frame.origin, text: key)
  }

  /// Runs a request with a key, or answers it with the outcome of the earlier call with this key.
  func run(
    _ work: Capability.Work, of id: OpenRequest.ID, key: String, limit: Duration?, _ open: OpenRequest, _ call: Call
  ) {
    guard let key = keyedCall(key, of: open.dialectName) else {
      return end(id, .failure(.keyedCall(.unusable)))
    }
    guard !open.isResumption else { return bridge.keyedCalls.resume(key, for: id, of: self) }
    let content = KeyedCalls.Content(
      capability: call.capability, parameters: open.request.parameters.hashValue, byteCount: open.byteCount)
    bridge.keyedCalls.run(
      work, content, key: key, for: id, of: self, limit: limit, parameters: open.request.parameters, call)
  }

  /// Answers a request as the table of keyed calls has decided.
  func settle<Waiter>(_ request: OpenRequest.ID, _ admission: KeyedCallTable<Waiter>.Admission) {
    switch admission {
    case .run, .wait: break
    case .answer(let outcome): end(request, outcome)
    case .refuse(let failure): end(request, .failure(failure))
    }
  }
}
