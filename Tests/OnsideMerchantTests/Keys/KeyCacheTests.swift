import CausewayJOSE
import Foundation
import SeededGenerator
import Testing

@testable import OnsideHistory

/// The decisions of the cache: when it uses keys, and when it fetches them. The test sets the time.
@Suite("The cache of keys") struct KeyCacheTests {
  private let start = ContinuousClock.now
  private let known = JWSHeader(algorithm: .rs256, keyID: "rsa-1")
  private let unknown = JWSHeader(algorithm: .rs256, keyID: "rsa-2")

  private func cache(age: Duration? = .seconds(100)) -> KeyCache {
    var cache = KeyCache(limits: KeyCacheLimits())
    cache.take(.success((TestKeys.set, age)), at: start)
    return cache
  }

  /// Returns the cache's decision as a word.
  private func step(
    _ cache: inout KeyCache, _ header: JWSHeader, isFetching: Bool = false, after seconds: Int
  ) -> String {
    switch cache.step(for: header, isFetching: isFetching, at: start + .seconds(seconds)) {
    case .use(_, let isOld): isOld ? "refresh" : "use"
    case .wait: "wait"
    case .fetch: "fetch"
    case .refuse(.noKey): "no key"
    case .refuse(.unavailable): "unavailable"
    case .refuse(.insecureLocation): "insecure"
    }
  }

  @Test("An empty cache fetches the keys")
  func empty() {
    var cache = KeyCache(limits: KeyCacheLimits())
    #expect(step(&cache, known, after: 0) == "fetch")
  }

  @Test("Keys are used for the time that the server allows")
  func age() {
    var cache = cache()
    #expect(step(&cache, known, after: 99) == "use")
    #expect(step(&cache, known, after: 100) == "refresh")
  }

  @Test(
    "Keys are used no shorter and no longer than the limits allow",
    arguments: [(Duration.zero, 60), (.seconds(59), 60), (nil, 300), (.seconds(1 << 31), 86_400)])
  func bounds(age: Duration?, seconds: Int) {
    var cache = cache(age: age)
    #expect(step(&cache, known, after: seconds - 1) == "use")
    #expect(step(&cache, known, after: seconds) == "refresh")
  }

  @Test("A request waits for the running fetch, unless the key is in the cache")
  func underWay() {
    var cache = cache()
    #expect(step(&cache, known, isFetching: true, after: 0) == "use")
    #expect(step(&cache, unknown, isFetching: true, after: 0) == "wait")
    #expect(step(&cache, unknown, after: 0) == "fetch")
  }

  @Test("A failed refresh keeps the old keys until the limit, and is not repeated at once")
  func failedRefresh() {
    var cache = cache()
    cache.take(.failure(.timedOut), at: start + .seconds(100))
    #expect(step(&cache, known, after: 109) == "use")
    #expect(step(&cache, known, after: 110) == "refresh")
    cache.take(.failure(.status(500)), at: start + .seconds(86_495))
    #expect(step(&cache, known, after: 86_499) == "use")
    #expect(step(&cache, known, after: 86_500) == "unavailable")
    #expect(step(&cache, known, after: 86_505) == "fetch")
  }

  @Test("An unknown kid causes one fetch, and then none during the pause")
  func unknownOnce() {
    var cache = cache(age: .seconds(10_000))
    #expect(step(&cache, unknown, after: 0) == "fetch")
    cache.take(.success((TestKeys.set, .seconds(10_000))), at: start)
    #expect(step(&cache, unknown, after: 0) == "no key")
    #expect(step(&cache, unknown, after: 299) == "no key")
    #expect(step(&cache, unknown, after: 300) == "fetch")
    #expect(step(&cache, known, after: 300) == "use")
  }

  @Test("A kid whose key is for another algorithm causes no fetch")
  func otherAlgorithm() {
    var cache = cache()
    #expect(step(&cache, JWSHeader(algorithm: .es256, keyID: "rsa-1"), after: 0) == "no key")
  }

  @Test("Invented kids cause a limited number of fetches, and use no more memory than the limit")
  func flood() {
    var cache = cache(age: .seconds(10_000))
    let limits = KeyCacheLimits()
    var generator = SeededGenerator()
    // The loop simulates 100 requests a second for 1,000 seconds.
    let fetches = (0..<100_000).filter { number in
      step(&cache, made(using: &generator), after: number / 100) == "fetch"
    }
    #expect(fetches.prefix { $0 < 100 }.count == limits.maximumFetchesAtOnce)
    let later = fetches.drop { $0 < 100 }
    #expect(zip(later, later.dropFirst()).allSatisfy { $1 / 100 - $0 / 100 >= 10 })
    #expect(later.count >= 90)
    #expect(cache.rememberedKeyIDs <= limits.maximumUnknownKeyIDs)
  }

  @Test("Beyond the maximum number of remembered kids, the oldest is removed")
  func forgotten() {
    var limits = KeyCacheLimits()
    limits.maximumUnknownKeyIDs = 2
    var cache = KeyCache(limits: limits)
    cache.take(.success((TestKeys.set, .seconds(10_000))), at: start)
    let headers = (1...3).map { JWSHeader(algorithm: .rs256, keyID: "\($0)") }
    for (second, header) in headers.enumerated() { #expect(step(&cache, header, after: second) == "fetch") }
    #expect(cache.rememberedKeyIDs == 2)
    #expect(step(&cache, headers[2], after: 4) == "no key")
    #expect(step(&cache, headers[1], after: 4) == "no key")
    #expect(step(&cache, headers[0], after: 4) == "fetch")
  }

  @Test("After a flood of invented kids, the new key of a rotation is fetched within the pause")
  func rotationAfterFlood() {
    var cache = cache(age: .seconds(10_000))
    var generator = SeededGenerator()
    let fetches = (0..<1000).filter { _ in step(&cache, made(using: &generator), after: 1) == "fetch" }
    #expect(fetches.count == KeyCacheLimits().maximumFetchesAtOnce)
    #expect(step(&cache, unknown, after: 10) == "unavailable")
    #expect(step(&cache, unknown, after: 11) == "fetch")
    #expect(step(&cache, made(using: &generator), after: 20) == "unavailable")
    #expect(step(&cache, made(using: &generator), after: 21) == "fetch")
  }

  private func made(using generator: inout SeededGenerator) -> JWSHeader {
    JWSHeader(algorithm: .rs256, keyID: String(UInt64.random(in: 0 ... .max, using: &generator)))
  }

  @Test("A kid that is not in the first set, or in the set after an old one, causes no further fetch")
  func unknownAtFirst() {
    var cache = KeyCache(limits: KeyCacheLimits())
    #expect(step(&cache, unknown, after: 0) == "fetch")
    cache.take(.success((TestKeys.set, .seconds(1000))), at: start)
    #expect(step(&cache, unknown, after: 0) == "no key")
    #expect(step(&cache, unknown, after: 300) == "fetch")
    cache.take(.success((TestKeys.set, .seconds(1000))), at: start + .seconds(300))
    #expect(step(&cache, unknown, after: 1300) == "fetch")
    cache.take(.success((TestKeys.set, .seconds(1000))), at: start + .seconds(1300))
    #expect(step(&cache, unknown, after: 1301) == "no key")
  }

  @Test("After a failed fetch and the pause, the same kid causes another fetch")
  func unknownAfterFailure() {
    var cache = cache(age: .seconds(10_000))
    #expect(step(&cache, unknown, after: 0) == "fetch")
    cache.take(.failure(.timedOut), at: start)
    #expect(step(&cache, unknown, after: 9) == "unavailable")
    #expect(step(&cache, unknown, after: 10) == "fetch")
  }

  @Test("While the set cannot be fetched, a new kid is unavailable, and not refused for good")
  func unknownDuringAnOutage() {
    var cache = cache(age: .seconds(10_000))
    cache.take(.failure(.status(503)), at: start)
    #expect(step(&cache, unknown, after: 5) == "unavailable")
    #expect(step(&cache, known, after: 5) == "use")
    #expect(step(&cache, JWSHeader(algorithm: .es256, keyID: "rsa-1"), after: 5) == "no key")
  }

  @Test(
    "The header fields set how long an answer may be kept",
    arguments: [
      (nil, nil, nil), ("", nil, nil), ("public", nil, nil), ("max-age=60", nil, 60),
      ("public, MAX-AGE=60, must-revalidate", nil, 60), ("max-age=\"60\"", nil, 60), ("max-age=60", "45", 15),
      ("max-age=60", "61", 0), ("max-age=60", "x", 60), ("no-store", nil, 0), ("max-age=60, no-cache", nil, 0),
      ("max-age=-1", nil, nil), ("max-age=1.5", nil, nil), ("s-maxage=60", nil, nil),
      ("max-age=99999999999999999999", nil, 1 << 31),
    ] as [(String?, String?, Int?)])
  func cacheControl(field: String?, past: String?, seconds: Int?) {
    #expect(CacheControl.age(field, past: past) == seconds.map { .seconds($0) })
  }
}
