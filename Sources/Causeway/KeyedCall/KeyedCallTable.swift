import CausewayJSON

/// The calls that pages have made with a key, as a value.
///
/// A key belongs to the pages of one origin. Its call runs once, even if the page that made it goes away, and its
/// outcome is kept for a while, so that the reloaded page can ask for it. `Waiter` identifies a request that waits for
/// an outcome; the table does not read it.
struct KeyedCallTable<Waiter> {
  /// Identifies a call. An id is never used again.
  typealias ID = UInt64

  /// A page's key, with the pages that can use it.
  struct Key: Hashable, Sendable {
    /// The dialect's name.
    let dialect: String
    /// The origin of the pages.
    let origin: Origin
    /// The text that the page chose, as bytes, because `String` compares by canonical equivalence: two keys that a page
    /// can distinguish are two calls.
    private let text: [UInt8]

    init(dialect: String, origin: Origin, text: String) {
      self.dialect = dialect
      self.origin = origin
      self.text = Array(text.utf8)
    }
  }

  /// The properties by which a repeated call is recognized as the same call.
  struct Content: Hashable, Sendable {
    /// The capability's name.
    let capability: String
    /// A hash of the parameters, because the parameters themselves could take much memory.
    let parameters: Int
    /// A hash of the bytes beside the parameters; nil for none.
    let bytes: Int?
  }

  /// The decision about a request with a key.
  enum Admission {
    /// The call is new; its handler runs under this id.
    case run(ID)
    /// The call runs already; the request waits for its outcome.
    case wait
    /// The call has ended with this outcome.
    case answer(Outcome)
    /// The request ends with this failure.
    case refuse(Failure)
  }

  fileprivate enum State {
    case running([Waiter])
    case ended(Outcome, bytes: Int, at: Duration)
  }

  fileprivate struct Entry {
    let id: ID
    let content: Content
    /// The time at which the call ends if its handler has not answered; nil if it never ends.
    let deadline: Duration?
    var state: State
    /// Whether the app has forgotten the call while it ran. Only the requests that waited then get its outcome.
    var isForgotten = false
  }

  private let limits: Limits
  private var entries: [Key: Entry] = [:]
  private var keys: [ID: Key] = [:]
  private var latest: ID = 0

  init(limits: Limits) {
    self.limits = limits
  }

  /// Returns the capability of the call with this key; nil if there is no such call, or if the app has forgotten it.
  func capability(of key: Key) -> String? {
    entries[key].flatMap { $0.isForgotten ? nil : $0.content.capability }
  }

  /// Decides what happens to a call with a key.
  /// - Parameter isWaiting: whether a request still waits for its answer.
  mutating func admit(
    _ content: Content, key: Key, waiter: Waiter, deadline: Duration?, now: Duration, isWaiting: (Waiter) -> Bool
  ) -> Admission {
    forget(before: now)
    if let entry = entries[key] {
      // Refuse the key of a forgotten call, because the call would otherwise run a second time while it still runs.
      guard entry.content == content, !entry.isForgotten else { return .refuse(.keyedCall(.reused)) }
      return join(key, entry, waiter, isWaiting)
    }
    // Refuse the new call instead of forgetting an older key, because a call whose key is forgotten could run a second
    // time.
    guard count(of: key.origin) < limits.keyedCalls else {
      return .refuse(.keyedCall(.tooMany(limit: limits.keyedCalls)))
    }
    latest += 1
    entries[key] = Entry(id: latest, content: content, deadline: deadline, state: .running([waiter]))
    keys[latest] = key
    return .run(latest)
  }

  /// Decides what happens to a request for the outcome of an earlier call.
  mutating func resume(
    _ key: Key, waiter: Waiter, now: Duration, isWaiting: (Waiter) -> Bool
  ) -> Admission {
    forget(before: now)
    guard let entry = entries[key], !entry.isForgotten else { return .refuse(.keyedCall(.unknown)) }
    return join(key, entry, waiter, isWaiting)
  }

  private mutating func join(
    _ key: Key, _ entry: Entry, _ waiter: Waiter, _ isWaiting: (Waiter) -> Bool
  ) -> Admission {
    switch entry.state {
    case .running(var waiters):
      // A page can ask and withdraw any number of times, so remove the requests that were withdrawn. This is done only
      // when the number of requests is a power of two, so that the cost for each request stays small.
      if waiters.count >= 16, waiters.count & (waiters.count - 1) == 0 { waiters.removeAll { !isWaiting($0) } }
      waiters.append(waiter)
      entries[key]?.state = .running(waiters)
      return .wait
    case .ended(let outcome, _, _): return .answer(outcome)
    }
  }

  /// Ends a call and returns the requests that wait for it; returns nil if the call has ended already.
  ///
  /// Keeps the outcome, unless the app has forgotten the call. If the outcomes of the origin take more memory than
  /// ``Limits/keptOutcomeBytes``, the oldest ones are replaced by a failure. If those of all origins take too much
  /// memory, the largest ones are replaced, because a page with frames of many origins could otherwise displace the
  /// small outcomes of other pages. The keys stay, so that their calls do not run again.
  mutating func end(_ id: ID, _ outcome: Outcome, now: Duration) -> [Waiter]? {
    guard let key = keys[id], let entry = entries[key], case .running(let waiters) = entry.state else { return nil }
    if entry.isForgotten {
      entries[key] = nil
      keys[id] = nil
      return waiters
    }
    let bytes = outcome.size
    if bytes > limits.keptOutcomeBytes {
      entries[key]?.state = .ended(.failure(.keyedCall(.outcomeNotKept)), bytes: 0, at: now)
      return waiters
    }
    entries[key]?.state = .ended(outcome, bytes: bytes, at: now)
    discardOutcomes(beyond: limits.keptOutcomeBytes, of: key.origin, except: key) { $0.isOlder(than: $1) }
    discardOutcomes(beyond: limits.totalKeptOutcomeBytes, of: nil, except: key) { $0.bytes > $1.bytes }
    return waiters
  }

  /// Replaces outcomes of an origin by a failure until all of its outcomes together have at most `limit` bytes;
  /// outcomes of all origins if `origin` is nil. Never replaces the outcome of the newest call.
  /// - Parameter isFirst: whether the outcome of one call is replaced before that of another call.
  private mutating func discardOutcomes(
    beyond limit: Int, of origin: Origin?, except newest: Key, first isFirst: (Entry, Entry) -> Bool
  ) {
    let kept = entries.lazy.filter { $0.value.bytes > 0 && (origin == nil || $0.key.origin == origin) }
    var bytes = kept.reduce(0) { $0 + $1.value.bytes }
    guard bytes > limit else { return }
    for (key, entry) in kept.sorted(by: { isFirst($0.value, $1.value) }) where bytes > limit && key != newest {
      bytes -= entry.bytes
      entries[key]?.state = .ended(.failure(.keyedCall(.outcomeNotKept)), bytes: 0, at: entry.endedAt ?? .zero)
    }
  }

  /// Returns the id of the call with this key if no request waits for its outcome; nil if there is no such call, or if
  /// it has ended.
  /// - Parameter isWaiting: whether a request still waits for its answer.
  mutating func abandonedCall(of key: Key, isWaiting: (Waiter) -> Bool) -> ID? {
    guard case .running(var waiters)? = entries[key]?.state else { return nil }
    // Remove only the withdrawn requests at the end, each of them once, because a page can withdraw thousands of
    // requests. Take the array out of the table first; otherwise each removal would copy it.
    entries[key]?.state = .running([])
    while let last = waiters.last, !isWaiting(last) { waiters.removeLast() }
    entries[key]?.state = .running(waiters)
    return waiters.isEmpty ? entries[key]?.id : nil
  }

  /// Returns the calls whose deadlines have passed, and the next time at which a deadline passes or an outcome must be
  /// forgotten; nil if there is no such time.
  func due(at now: Duration) -> (expired: [ID], next: Duration?) {
    let running = entries.values.compactMap { entry in entry.runsUntil.map { (id: entry.id, deadline: $0) } }
    let expired = running.filter { $0.deadline <= now }.map(\.id).sorted()
    let ends = entries.values.compactMap(\.endedAt).map { $0 + limits.keptOutcomeDuration }
    return (expired, (running.map(\.deadline) + ends).filter { $0 > now }.min())
  }

  /// Removes the ended calls of an origin; of all origins if `origin` is nil. Their keys can be used for new calls.
  /// Running calls continue for the requests that wait for them, and are removed when they end.
  mutating func forgetOutcomes(of origin: Origin?) {
    remove { key, entry in entry.endedAt != nil && (origin == nil || key.origin == origin) }
    for key in entries.keys where origin == nil || key.origin == origin { entries[key]?.isForgotten = true }
  }

  /// Removes the calls whose outcomes have been kept for ``Limits/keptOutcomeDuration``.
  mutating func forget(before now: Duration) {
    let duration = limits.keptOutcomeDuration
    remove { _, entry in entry.endedAt.map { $0 + duration <= now } ?? false }
  }

  private mutating func remove(where isOver: (Key, Entry) -> Bool) {
    for (key, entry) in entries where isOver(key, entry) {
      entries[key] = nil
      keys[entry.id] = nil
    }
  }

  private func count(of origin: Origin) -> Int { entries.keys.count { $0.origin == origin } }
}

extension KeyedCallTable.Entry {
  fileprivate var endedAt: Duration? { if case .ended(_, _, let time) = state { time } else { nil } }
  fileprivate var bytes: Int { if case .ended(_, let bytes, _) = state { bytes } else { 0 } }
  fileprivate var runsUntil: Duration? { if case .running = state { deadline } else { nil } }

  /// Returns whether this call ended before another call.
  fileprivate func isOlder(than other: Self) -> Bool {
    (endedAt ?? .zero, id) < (other.endedAt ?? .zero, other.id)
  }
}

extension Outcome {
  /// The approximate memory of the outcome, in bytes of JSON.
  fileprivate var size: Int {
    switch self {
    case .success(let value): value?.json.utf8.count ?? 0
    case .failure(let failure): failure.pageMessage.utf8.count
    }
  }
}

extension KeyedCallTable: Sendable where Waiter: Sendable {}
extension KeyedCallTable.State: Sendable where Waiter: Sendable {}
extension KeyedCallTable.Entry: Sendable where Waiter: Sendable {}
