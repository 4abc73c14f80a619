import CausewayJOSE

/// A key set with its age: when to use it, when to fetch it again, and when not to. It fetches nothing itself.
struct KeyCache {
  typealias Instant = ContinuousClock.Instant

  let limits: KeyCacheLimits
  private var held: Held?
  private var failure: (error: KeyFetchError, until: Instant)?
  /// Until when nothing is fetched for a key id. A digest, because an id can be as long as a JWS.
  private var unknown: [SHA256Hash: Instant] = [:]
  /// The header that the fetch which is under way was begun for.
  private var asked: JWSHeader?
  /// By when all fetches for key ids that are not known would have been made, one after each pause.
  private var paidUntil: Instant?

  private struct Held {
    let keys: JSONWebKeySet
    let freshUntil: Instant
    let usableUntil: Instant
  }

  /// What to do about a header.
  enum Step {
    /// Use the key; and if it is old, fetch the set again beside that.
    case use(VerificationKey, isOld: Bool)
    /// Wait for the fetch that is under way, which may bring the key, and ask again.
    case wait
    case fetch
    case refuse(KeySourceError)
  }

  /// How many key ids are remembered that the set does not have.
  var rememberedKeyIDs: Int { unknown.count }

  init(limits: KeyCacheLimits) {
    self.limits = limits
  }

  /// What to do about a header. A fetch is remembered as begun for it.
  ///
  /// - Parameter isFetching: Whether a fetch is under way.
  mutating func step(for header: JWSHeader, isFetching: Bool = false, at now: Instant) -> Step {
    let recent = failure.flatMap { now < $0.until ? $0.error : nil }
    let isOld = recent == nil && held.map { $0.freshUntil <= now } ?? true
    switch key(for: header, at: now) {
    case .success(let key): return .use(key, isOld: isOld)
    case _ where isFetching: return .wait
    case .failure(let error):
      let canBeNew = recent == nil && (error == .unknownKeyID || error == .noKey)
      guard isOld || canBeNew && mayFetch(header, at: now) else { return .refuse(.noKey(error)) }
    case nil:
      if let recent { return .refuse(.unavailable(recent)) }
    }
    remember(header, at: now)
    return .fetch
  }

  /// The key of the set that is held; nil if there is none that may be used.
  func key(for header: JWSHeader, at now: Instant) -> Result<VerificationKey, JSONWebKeySetError>? {
    guard let held, now < held.usableUntil else { return nil }
    return held.keys.result(for: header)
  }

  /// Takes the result of a fetch.
  ///
  /// - Parameter age: How long the server says the keys may be kept, if it does.
  mutating func take(_ result: Result<(keys: JSONWebKeySet, age: Duration?), KeyFetchError>, at now: Instant) {
    defer { asked = nil }
    switch result {
    case .success(let (keys, age)):
      if let asked, case .success = keys.result(for: asked) { forget(asked) }
      let bounded = min(max(age ?? limits.usualAge, limits.minimumAge), limits.maximumAge)
      held = Held(keys: keys, freshUntil: now + bounded, usableUntil: now + bounded + limits.staleAge)
      failure = nil
    case .failure(let error):
      if let asked { forget(asked) }
      failure = (error, now + limits.pauseAfterFailure)
    }
  }

  /// Whether to fetch for a key id that the set does not have.
  ///
  /// Once for each, and for all of them together so many at once and one more after each pause. So a flood of made-up ids
  /// makes no flood of fetches, and the key of a rotation is there after a pause at the latest: every fetch brings it.
  private mutating func mayFetch(_ header: JWSHeader, at now: Instant) -> Bool {
    if let until = unknown[SHA256Hash(of: header.keyID ?? "")], now < until { return false }
    let begin = max(paidUntil ?? now, now)
    guard begin - now <= limits.pauseBetweenUnknownKeyIDs * (limits.maximumFetchesAtOnce - 1) else { return false }
    paidUntil = begin + limits.pauseBetweenUnknownKeyIDs
    return true
  }

  /// Remembers that the set was fetched for a key id; of too many, forgets the oldest.
  private mutating func remember(_ header: JWSHeader, at now: Instant) {
    asked = header
    unknown = unknown.filter { now < $0.value }
    unknown[SHA256Hash(of: header.keyID ?? "")] = now + limits.pauseForUnknownKeyID
    guard unknown.count > limits.maximumUnknownKeyIDs else { return }
    if let oldest = unknown.min(by: { $0.value < $1.value })?.key { unknown[oldest] = nil }
  }

  private mutating func forget(_ header: JWSHeader) { unknown[SHA256Hash(of: header.keyID ?? "")] = nil }
}

extension JSONWebKeySet {
  /// The key that a header means, or why there is none.
  func result(for header: JWSHeader) -> Result<VerificationKey, JSONWebKeySetError> {
    do throws(JSONWebKeySetError) {
      return .success(try key(for: header))
    } catch {
      return .failure(error)
    }
  }
}
