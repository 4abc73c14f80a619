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

  @Test("Without keys, they are fetched")
  func empty() {
    var cache = KeyCache(limits: KeyCacheLimits())
    #expect(step(&cache, known, after: 0) == "fetch")
  }

  @Test("Keys are used as long as the server says")
  func age() {
    var cache = cache()
    #expect(step(&cache, known, after: 99) == "use")
    #expect(step(&cache, known, after: 100) == "refresh")
  }

  @Test(
    "But no shorter and no longer than the limits",
    arguments: [(Duration.zero, 60), (.seconds(59), 60), (nil, 300), (.seconds(1 << 31), 86_400)])
  func bounds(age: Duration?, seconds: Int) {
    var cache = cache(age: age)
    #expect(step(&cache, known, after: seconds - 1) == "use")
    #expect(step(&cache, known, after: seconds) == "refresh")
  }

  @Test("The fetch that is under way is waited for, unless the key is there")
  func underWay() {
    var cache = cache()
    #expect(step(&cache, known, isFetching: true, after: 0) == "use")
    #expect(step(&cache, unknown, isFetching: true, after: 0) == "wait")
    #expect(step(&cache, unknown, after: 0) == "fetch")
  }

  @Test("A failed refresh keeps the old keys, as long as the limit allows, and is not repeated at once")
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

  @Test("An unknown kid is fetched for once, and then not for a while")
  func unknownOnce() {
    var cache = cache(age: .seconds(10_000))
    #expect(step(&cache, unknown, after: 0) == "fetch")
    cache.take(.success((TestKeys.set, .seconds(10_000))), at: start)
    #expect(step(&cache, unknown, after: 0) == "no key")
    #expect(step(&cache, unknown, after: 299) == "no key")
    #expect(step(&cache, unknown, after: 300) == "fetch")
    #expect(step(&cache, known, after: 300) == "use")
  }

  @Test("A kid whose key is for another algorithm is not fetched for")
  func otherAlgorithm() {
    var cache = cache()
    #expect(step(&cache, JWSHeader(algorithm: .es256, keyID: "rsa-1"), after: 0) == "no key")
  }

  @Test("Made-up kids cause a bounded number of fetches, and take no more memory than the limit")
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

  @Test("Of more kids than are remembered, the oldest is forgotten")
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

  @Test("After a flood of made-up kids, the key of a rotation is fetched for within the pause")
  func rotationAfterFlood() {
    var cache = cache(age: .seconds(10_000))
    var generator = SeededGenerator()
    let fetches = (0..<1000).filter { _ in step(&cache, made(using: &generator), after: 1) == "fetch" }
    #expect(fetches.count == KeyCacheLimits().maximumFetchesAtOnce)
    #expect(step(&cache, unknown, after: 10) == "no key")
    #expect(step(&cache, unknown, after: 11) == "fetch")
    #expect(step(&cache, made(using: &generator), after: 20) == "no key")
    #expect(step(&cache, made(using: &generator), after: 21) == "fetch")
  }

  private func made(using generator: inout SeededGenerator) -> JWSHeader {
    JWSHeader(algorithm: .rs256, keyID: String(UInt64.random(in: 0 ... .max, using: &generator)))
  }

  @Test("A kid that the first set, or the set after an old one, does not have is not fetched for again")
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

  @Test("A fetch that failed says nothing of a kid: after the pause it is fetched for again")
  func unknownAfterFailure() {
    var cache = cache(age: .seconds(10_000))
    #expect(step(&cache, unknown, after: 0) == "fetch")
    cache.take(.failure(.timedOut), at: start)
    #expect(step(&cache, unknown, after: 9) == "no key")
    #expect(step(&cache, unknown, after: 10) == "fetch")
  }

  @Test(
    "How long an answer may be kept, by its header fields",
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
