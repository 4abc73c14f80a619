import CausewayJOSE
import CausewayTransport
import Foundation

/// The store's keys from where it publishes them, such as `https://onside.io/.well-known/jwks.json`, or from a file.
///
/// The set is kept, and fetched again when it is old; meanwhile, and while that fails, the old one is used as long as the
/// limits allow. A key id that is not in the set can be a key of after a rotation, so the set is fetched for it, once;
/// whoever asks meanwhile waits for the same fetch.
public actor JSONWebKeySetSource: KeySource {
  private let location: URL
  private let limits: KeyCacheLimits
  private let loader: any KeySetLoader
  private var cache: KeyCache
  private var fetch: Task<Result<JSONWebKeySet, KeyFetchError>, Never>?

  /// The keys of a URL: `https`, `file`, or `http` on this machine itself.
  ///
  /// Nothing is fetched yet.
  ///
  /// - Throws: ``KeySourceError/insecureLocation``.
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

  /// The key that a header means. May fetch the set.
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

  /// The key of the set that is fetched now, or, if that fails, of the one before.
  private func fetchedKey(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey {
    let found: Result<VerificationKey, JSONWebKeySetError>
    switch await fetching().value {
    case .success(let keys): found = keys.result(for: header)
    case .failure(let error):
      guard let old = cache.key(for: header, at: .now) else { throw .unavailable(error) }
      found = old
    }
    switch found {
    case .success(let key): return key
    case .failure(let error): throw .noKey(error)
    }
  }

  /// The fetch that is under way, or else one that begins. It goes on if the caller is cancelled, because others may wait
  /// for it too.
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
      at: location, timeout: limits.patience, maximumBytes: limits.maximumBytes)
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
