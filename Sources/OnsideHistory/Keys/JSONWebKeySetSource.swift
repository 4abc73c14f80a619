import CausewayJOSE
import CausewayTransport
import Foundation

/// A source that loads the store's keys from the URL where the store publishes them, such as
/// `https://onside.io/.well-known/jwks.json`, or from a file.
///
/// The source caches the key set, and fetches it again when the set is no longer fresh. During that fetch, and if the
/// fetch fails, the source uses the old set as long as the limits allow. An unknown key id may belong to a new key
/// after a rotation, so the source fetches the set once for that id. Concurrent callers wait for the same fetch.
public actor JSONWebKeySetSource: KeySource {
  private let location: URL
  private let limits: KeyCacheLimits
  private let loader: any KeySetLoader
  private var cache: KeyCache
  private var fetch: Task<Result<JSONWebKeySet, KeyFetchError>, Never>?

  /// Creates a source for a URL: `https`, `file`, or `http` on this machine.
  ///
  /// This initializer fetches nothing.
  ///
  /// - Throws: ``KeySourceError/insecureLocation`` for any other URL.
  public init(_ location: URL, limits: KeyCacheLimits = KeyCacheLimits()) throws(KeySourceError) {
    #if os(Linux)
    try self.init(location, limits: limits, loader: CurlKeySetLoader(location))
    #else
    try self.init(location, limits: limits, loader: URLSessionKeySetLoader())
    #endif
  }

  /// - Parameter loader: fetches the set, unless it is in a file.
  package init(_ location: URL, limits: KeyCacheLimits, loader: any KeySetLoader) throws(KeySourceError) {
    guard location.isFileURL || location.isSecureOrLoopback else { throw .insecureLocation }
    self.location = location
    self.limits = limits
    self.loader = loader
    cache = KeyCache(limits: limits)
  }

  /// Returns the key for a JWS header. Fetches the set if necessary.
  public func key(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey {
    while true {
      switch cache.step(for: header, isFetching: fetch != nil, at: .now) {
      case .use(let key, let isOld):
        if isOld { _ = fetching() }
        return key
      case .wait: _ = await fetch?.value
      case .fetch: return try await fetchedKey(for: header)
      case .refuse(let error): throw error
      }
    }
  }

  /// Returns the age and the size of the key set, and the error of the last fetch. Fetches nothing.
  package func status() -> KeySetStatus { cache.status(at: .now) }

  /// Fetches the set, unless there is one that may be used. After a failed fetch, the next one happens only after a
  /// pause, as for other callers. If the last fetch failed but the set may be used, the method begins another fetch
  /// without waiting for it; otherwise the failure would be reported until the set is old, long after its reason is gone.
  /// It does the same, after the same pause, for a set without keys.
  package func load() async -> KeySetStatus {
    let status = status()
    guard fetch != nil || !cache.isPausing(at: .now) else { return status }
    guard !status.isUsable else {
      // The store may add the first key at any time. Nobody else asks for it while a server without keys is not ready.
      let isEmpty = status.keyCount == 0 && status.age.map { $0 >= limits.pauseAfterFailure } ?? false
      if status.failure != nil || isEmpty { _ = fetching() }
      return status
    }
    _ = await fetching().value
    return self.status()
  }

  /// Fetches the set and returns the header's key from it. If the fetch fails, uses the previous set; a key that this set
  /// does not have is then unavailable, because the store may have added it.
  private func fetchedKey(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey {
    let found: Result<VerificationKey, JSONWebKeySetError>
    switch await fetching().value {
    case .success(let keys): found = keys.result(for: header)
    case .failure(let error):
      guard let old = cache.key(for: header, at: .now) else { throw .unavailable(error) }
      if case .failure(let reason) = old, reason.lacksKey { throw .unavailable(error) }
      found = old
    }
    switch found {
    case .success(let key): return key
    case .failure(let error): throw .noKey(error)
    }
  }

  /// Returns the fetch that is in progress, or begins one. The fetch continues if the caller is cancelled, because
  /// other callers may wait for it too.
  private func fetching() -> Task<Result<JSONWebKeySet, KeyFetchError>, Never> {
    let fetch = self.fetch ?? Task { await refresh() }
    self.fetch = fetch
    return fetch
  }

  private func refresh() async -> Result<JSONWebKeySet, KeyFetchError> {
    defer { fetch = nil }
    do throws(KeyFetchError) {
      let (keys, age) = try await fetchKeys()
      cache.take(.success((keys, age)), at: .now)
      return .success(keys)
    } catch {
      cache.take(.failure(error), at: .now)
      return .failure(error)
    }
  }

  private func fetchKeys() async throws(KeyFetchError) -> (keys: JSONWebKeySet, age: Duration?) {
    if location.isFileURL { return (try keys(of: try contents()), nil) }
    let answer = try await loader.document(
      at: location, timeout: limits.timeout, maximumBytes: limits.maximumBytes)
    guard answer.status == 200 else { throw .status(answer.status) }
    return (try keys(of: answer.body), CacheControl.age(answer.cacheControl, past: answer.age))
  }

  private func contents() throws(KeyFetchError) -> Data {
    do {
      let file = try FileHandle(forReadingFrom: location)
      let data = try file.read(upToCount: limits.maximumBytes + 1) ?? Data()
      try file.close()
      guard data.count <= limits.maximumBytes else { throw KeyFetchError.tooLarge(maximumBytes: limits.maximumBytes) }
      return data
    } catch {
      throw error as? KeyFetchError ?? .unreadableFile
    }
  }

  private func keys(of data: Data) throws(KeyFetchError) -> JSONWebKeySet {
    let keys: JSONWebKeySet
    do throws(JSONWebKeySetError) {
      keys = try JSONWebKeySet(parsing: data)
    } catch {
      throw .notKeySet(error)
    }
    guard keys.keys.count + keys.leftOut.count <= limits.maximumKeys else {
      throw .tooManyKeys(maximum: limits.maximumKeys)
    }
    return keys
  }
}
