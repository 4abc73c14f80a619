import CausewayJSON

/// The calls that pages have made with a key, and the tasks that run them. The calls belong to the bridge, so they
/// outlive their documents.
@MainActor final class KeyedCalls {
  /// A request that waits for an outcome.
  struct Waiter {
    weak var conversation: Conversation?
    let request: OpenRequest.ID

    /// Whether the request is still open.
    @MainActor var isWaiting: Bool { conversation?.machine.request(request) != nil }
  }

  private struct Run {
    var task: Task<Void, Never>?
    weak var responder: ResponderState?
    let limit: Duration?
  }

  private var table: KeyedCallTable<Waiter>
  private var running: [UInt64: Run] = [:]
  private let limits: Limits
  private let timeline: Timeline
  private let schedule: @MainActor (Duration) -> Void

  /// - Parameter schedule: ensures that ``expire(at:)`` is called at a time or earlier.
  init(limits: Limits, timeline: Timeline, schedule: @escaping @MainActor (Duration) -> Void) {
    table = KeyedCallTable(limits: limits)
    self.limits = limits
    self.timeline = timeline
    self.schedule = schedule
  }

  typealias Key = KeyedCallTable<Waiter>.Key
  typealias Content = KeyedCallTable<Waiter>.Content

  /// The maximum length of a key, in bytes of UTF-8.
  private static let longestKey = 256

  /// Returns the identity of a page's key in its frame; nil if the key cannot be used.
  static func key(_ text: String, of dialect: String, in frame: Frame) -> Key? {
    guard !frame.origin.isOpaque, 1...longestKey ~= text.utf8.count else { return nil }
    return Key(dialect: dialect, origin: frame.origin, text: text)
  }

  /// Returns the capability of the call with this key; nil if there is no such call, or if the app has forgotten it.
  func capability(of key: Key) -> String? { table.capability(of: key) }

  /// Runs a request with a key, or answers it with the outcome of the earlier call with this key.
  func run(
    _ work: Capability.Work, of id: OpenRequest.ID, key text: String, _ open: OpenRequest, _ call: Call,
    in conversation: Conversation
  ) {
    guard let key = Self.key(text, of: open.dialectName, in: conversation.frame) else {
      return conversation.end(id, .failure(.keyedCall(.unusable)))
    }
    let waiter = Waiter(conversation: conversation, request: id)
    let now = timeline.now()
    if open.isResumption {
      return settle(waiter, table.resume(key, waiter: waiter, now: now) { $0.isWaiting })
    }
    let content = Content(
      capability: call.capability, parameters: open.request.parameters.hashValue, bytes: call.bytes?.hashValue)
    let deadline = open.limit.map { now + $0 }
    let admission = table.admit(content, key: key, waiter: waiter, deadline: deadline, now: now) { $0.isWaiting }
    guard case .run(let callID) = admission else { return settle(waiter, admission) }
    if let deadline { schedule(deadline) }
    running[callID] = Run(limit: open.limit)
    start(work, callID, open.request.parameters, call) { [weak conversation] in conversation?.report($0, on: id) }
  }

  private func start(
    _ work: Capability.Work, _ id: UInt64, _ parameters: JSONValue, _ call: Call,
    report: @escaping @MainActor (JSONValue) -> Void
  ) {
    switch work {
    case .computing(let handler):
      end(id, Outcome(of: { try handler(parameters, call) }))
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
      let state = ResponderState(settle: { [weak self] outcome in self?.end(id, outcome) }, report: report)
      running[id]?.responder = state
      do {
        try handler(parameters, call, Responder(state))
      } catch {
        end(id, .failure(of: error))
      }
    case .returningBytes, .streaming, .receiving: end(id, .failure(.keyedCall(.unsupported)))
    }
  }

  /// Answers a request as the table has decided.
  private func settle(_ waiter: Waiter, _ admission: KeyedCallTable<Waiter>.Admission) {
    switch admission {
    case .run, .wait: break
    case .answer(let outcome): waiter.conversation?.end(waiter.request, outcome)
    case .refuse(let failure): waiter.conversation?.end(waiter.request, .failure(failure))
    }
  }

  /// Cancels the call with this key, because a page that made it has withdrawn its request. Does nothing if the call
  /// has ended, or if another request waits for its outcome.
  func cancel(_ key: Key) {
    if let id = table.abandonedCall(of: key, isWaiting: { $0.isWaiting }) { end(id, .failure(.cancelled)) }
  }

  /// Forgets the outcomes of ended and of running calls; of all origins if `origin` is nil.
  func forgetOutcomes(of origin: Origin?) { table.forgetOutcomes(of: origin) }

  /// Ends the calls whose deadline has passed, and forgets the outcomes that have been kept long enough. Returns the
  /// next time at which it must be called; nil if there is none.
  func expire(at now: Duration) -> Duration? {
    table.forget(before: now)
    let due = table.due(at: now)
    for id in due.expired { end(id, .failure(.deadlineExceeded(running[id]?.limit ?? .zero))) }
    return due.next
  }

  private func end(_ id: UInt64, _ outcome: Outcome) {
    let now = timeline.now()
    guard let waiters = table.end(id, outcome, now: now) else { return }
    schedule(now + limits.keptOutcomeDuration)
    let run = running.removeValue(forKey: id)
    run?.task?.cancel()  // no effect if the handler has returned
    for waiter in waiters { waiter.conversation?.end(waiter.request, outcome) }
    if case .failure(let failure) = outcome { run?.responder?.cancel(because: failure) }
  }
}
