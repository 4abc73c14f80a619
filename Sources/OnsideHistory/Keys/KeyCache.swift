import CausewayJOSE

/// A cached key set. The cache decides when to use the set and when to fetch it again, but fetches nothing itself.
struct KeyCache {
  typealias Instant = ContinuousClock.Instant

  let limits: KeyCacheLimits
  private var held: Held?
  private var failure: (error: KeyFetchError, until: Instant)?
  /// For each unknown key id, the time before which the set is not fetched again for that id. An id is stored as a
  /// digest, because it can be as long as a JWS.
  private var unknown: [SHA256Hash: Instant] = [:]
  /// The header that caused the fetch in progress.
  private var requestedHeader: JWSHeader?
  /// The end of the pauses for all fetches of unknown key ids so far, if each pause begins at the end of the previous
  /// one. `mayFetch` compares this time with the current time, to limit the rate of these fetches.
  private var paidUntil: Instant?

  private struct Held {
    let keys: JSONWebKeySet
    let fetchedAt: Instant
    let freshUntil: Instant
    let usableUntil: Instant
  }

  /// The next step for a header.
  enum Step {
    /// Use the key. If the set is old, also fetch it again, without waiting for the fetch.
    case use(VerificationKey, isOld: Bool)
    /// Wait for the fetch in progress, which may deliver the key, and call `step` again.
    case wait
    case fetch
    case refuse(KeySourceError)
  }

  /// The number of remembered key ids that the set does not have.
  var rememberedKeyIDs: Int { unknown.count }

  init(limits: KeyCacheLimits) {
    self.limits = limits
  }

  /// Decides on the next step for a header. If the step is a fetch, the cache remembers that this header caused it.
  ///
  /// - Parameter isFetching: whether a fetch is in progress.
  mutating func step(for header: JWSHeader, isFetching: Bool = false, at now: Instant) -> Step {
    let recent = failure.flatMap { now < $0.until ? $0.error : nil }
    let isOld = recent == nil && held.map { $0.freshUntil <= now } ?? true
    switch key(for: header, at: now) {
    case .success(let key): return .use(key, isOld: isOld)
    case _ where isFetching: return .wait
    case .failure(let error):
      if error.lacksKey, let recent { return .refuse(.unavailable(recent)) }
      let wasFetched = unknown[SHA256Hash(of: header.keyID ?? "")].map { now < $0 } ?? false
      guard isOld || error.lacksKey && !wasFetched else { return .refuse(.noKey(error)) }
      // Without a fetch for this id, the key may be a new one, so the store's histories are not refused for good.
      guard isOld || mayFetch(at: now) else { return .refuse(.unavailable(.tooManyUnknownKeyIDs)) }
    case nil:
      if let recent { return .refuse(.unavailable(recent)) }
    }
    remember(header, at: now)
    return .fetch
  }

  /// Returns the header's key in the current set, or the reason why the set has no such key; nil if there is no set
  /// that may be used.
  func key(for header: JWSHeader, at now: Instant) -> Result<VerificationKey, JSONWebKeySetError>? {
    guard let held, now < held.usableUntil else { return nil }
    return held.keys.result(for: header)
  }

  /// Returns the state of the cache, for monitoring.
  func status(at now: Instant) -> KeySetStatus {
    KeySetStatus(
      age: held.map { now - $0.fetchedAt }, keyCount: held?.keys.keys.count ?? 0,
      isUsable: held.map { now < $0.usableUntil } ?? false, failure: failure?.error)
  }

  /// Returns whether the last fetch failed a short time ago, so that the next one must wait.
  func isPausing(at now: Instant) -> Bool { failure.map { now < $0.until } ?? false }

  /// Stores the result of a fetch.
  ///
  /// - Parameter age: how long the keys may be cached; nil if the server does not say.
  mutating func take(_ result: Result<(keys: JSONWebKeySet, age: Duration?), KeyFetchError>, at now: Instant) {
    defer { requestedHeader = nil }
    switch result {
    case .success(let (keys, age)):
      if let requestedHeader, case .success = keys.result(for: requestedHeader) { forget(requestedHeader) }
      let bounded = min(max(age ?? limits.usualAge, limits.minimumAge), limits.maximumAge)
      held = Held(
        keys: keys, fetchedAt: now, freshUntil: now + bounded, usableUntil: now + bounded + limits.staleAge)
      failure = nil
    case .failure(let error):
      if let requestedHeader { forget(requestedHeader) }
      failure = (error, now + limits.pauseAfterFailure)
    }
  }

  /// Decides whether to fetch the set for a key id that it does not have.
  ///
  /// All ids together are allowed a limited number of fetches at once, and one more after each pause. A flood of made-up
  /// ids therefore causes no flood of fetches, and a new key after a rotation arrives after one pause at most, because
  /// every fetch delivers the whole set.
  private mutating func mayFetch(at now: Instant) -> Bool {
    let begin = max(paidUntil ?? now, now)
    guard begin - now <= limits.pauseBetweenUnknownKeyIDs * (limits.maximumFetchesAtOnce - 1) else { return false }
    paidUntil = begin + limits.pauseBetweenUnknownKeyIDs
    return true
  }

  /// Remembers that the set was fetched for a key id. If there are too many ids, forgets the oldest one.
  private mutating func remember(_ header: JWSHeader, at now: Instant) {
    requestedHeader = header
    unknown = unknown.filter { now < $0.value }
    unknown[SHA256Hash(of: header.keyID ?? "")] = now + limits.pauseForUnknownKeyID
    guard unknown.count > limits.maximumUnknownKeyIDs else { return }
    if let oldest = unknown.min(by: { $0.value < $1.value })?.key { unknown[oldest] = nil }
  }

  private mutating func forget(_ header: JWSHeader) { unknown[SHA256Hash(of: header.keyID ?? "")] = nil }
}

extension JSONWebKeySetError {
  /// Whether the set lacks the key, so that a newer set may have it.
  var lacksKey: Bool { self == .unknownKeyID || self == .noKey }
}

extension JSONWebKeySet {
  /// Returns the key for a header, or the reason why there is none.
  func result(for header: JWSHeader) -> Result<VerificationKey, JSONWebKeySetError> {
    do throws(JSONWebKeySetError) {
      return .success(try key(for: header))
    } catch {
      return .failure(error)
    }
  }
}
