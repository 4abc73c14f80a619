import CausewayJOSE

/// A key set with its age: when to use it, when to fetch it again, and when not to. It fetches nothing itself.
struct KeyCache {
  typealias Instant = ContinuousClock.Instant

  let limits: KeyCacheLimits
  private var held: Held?
  private var failure: (error: KeyFetchError, until: Instant)?
  /// Until when nothing is fetched for a key id. A digest, because an id can be as long as a JWS.
  private var unknown: [SHA256Digest: Instant] = [:]

  private struct Held {
    let keys: JSONWebKeySet
    let freshUntil: Instant
    let usableUntil: Instant
  }

  /// What to do about a header.
  enum Step {
    case use(VerificationKey)
    case fetch
    case refuse(KeySourceError)
  }

  init(limits: KeyCacheLimits) {
    self.limits = limits
  }

  /// What to do about a header. A fetch for a key id that is not known is remembered as begun.
  mutating func step(for header: JWSHeader, at now: Instant) -> Step {
    let recent = failure.flatMap { now < $0.until ? $0.error : nil }
    guard let found = key(for: header, at: now) else { return recent.map { .refuse(.unavailable($0)) } ?? .fetch }
    let isOld = !isFresh(at: now)
    switch found {
    case .success(let key):
      return recent == nil && isOld ? .fetch : .use(key)
    case .failure(let error):
      let canBeNew = error == .unknownKeyID || error == .noKey
      guard recent == nil, isOld || canBeNew && mayFetch(header, at: now) else { return .refuse(.noKey(error)) }
      return .fetch
    }
  }

  /// Whether the set that is held need not be fetched for its age.
  func isFresh(at now: Instant) -> Bool { held.map { now < $0.freshUntil } ?? false }

  /// The key of the set that is held; nil if there is none that may be used.
  func key(for header: JWSHeader, at now: Instant) -> Result<VerificationKey, JSONWebKeySetError>? {
    guard let held, now < held.usableUntil else { return nil }
    return held.keys.result(for: header)
  }

  /// Takes the result of a fetch.
  ///
  /// - Parameter age: How long the server says the keys may be kept, if it does.
  mutating func take(_ result: Result<(keys: JSONWebKeySet, age: Duration?), KeyFetchError>, at now: Instant) {
    switch result {
    case .success(let (keys, age)):
      let bounded = min(max(age ?? limits.usualAge, limits.minimumAge), limits.maximumAge)
      held = Held(keys: keys, freshUntil: now + bounded, usableUntil: now + bounded + limits.staleAge)
      failure = nil
    case .failure(let error):
      failure = (error, now + limits.pauseAfterFailure)
    }
  }

  /// Whether to fetch for a key id that the set does not have, and if so remembers that.
  private mutating func mayFetch(_ header: JWSHeader, at now: Instant) -> Bool {
    let id = SHA256Digest(of: header.keyID ?? "")
    if let until = unknown[id], now < until { return false }
    if unknown.count >= limits.maximumUnknownKeyIDs { unknown = unknown.filter { now < $0.value } }
    guard unknown.count < limits.maximumUnknownKeyIDs else { return false }
    unknown[id] = now + limits.pauseForUnknownKeyID
    return true
  }
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
