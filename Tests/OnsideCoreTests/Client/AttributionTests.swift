import Foundation
import OnsideCore
import Testing

/// Section 3.2: the attribution is fetched once, kept on the device, and concurrent calls share a request.
@MainActor @Suite(.timeLimit(.minutes(2))) struct AttributionTests {
  /// How often the store was asked.
  private actor Count {
    private(set) var value = 0
    func increase() { value += 1 }
  }

  private let gate = Gate()
  private let count = Count()
  private let referer = URL(string: "https://referer.example/article")!

  private func shop() async throws -> TestShop {
    try await TestShop(
      isLoggedIn: false, options: .init(refererUrl: referer),
      .init(service: { [gate, count] in
        WatchedService(
          service: $0,
          willAttribute: {
            await count.increase()
            await gate.pass()
          })
      }))
  }

  @Test func publicConcurrentCallsShareOneRequest() async throws {
    let shop = try await shop()
    let calls = (0..<5).map { _ in Task { try await shop.client.attributionMetadata() } }
    await gate.arrival()
    for _ in 0..<10 { await Task.yield() }
    await gate.open()
    for call in calls { #expect(try await call.value.refererUrl == referer) }
    #expect(await count.value == 1)
  }

  @Test func publicItIsAskedOnceAndKeptOverALaunch() async throws {
    let shop = try await shop()
    await gate.open()
    for _ in 0..<3 {
      for _ in 0..<2 { #expect(try await shop.client.attributionMetadata().refererUrl == referer) }
      try await shop.relaunch()
    }
    #expect(await count.value == 1)
  }

  @Test func publicNobodyInParticularIsAnAnswerThatIsKeptToo() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    #expect(try await shop.client.attributionMetadata().refererUrl == nil)
    try await shop.relaunch()
    await shop.service.simulate(.fails(.connectionError), of: .attribution)
    #expect(try await shop.client.attributionMetadata().refererUrl == nil)
  }

  @Test func aFailureIsNotKept() async throws {
    let shop = try await shop()
    await gate.open()
    await shop.service.simulate(.losesAnswer, of: .attribution)
    await #expect(throws: OnsideAttributionMetadataError.connectionError) {
      try await shop.client.attributionMetadata()
    }
    await shop.service.simulate(nil, of: .attribution)
    #expect(try await shop.client.attributionMetadata().refererUrl == referer)
    #expect(await count.value == 2)
  }

  @Test func whatCannotBeKeptIsAnswered() async throws {
    let shop = try await shop()
    await gate.open()
    await shop.store.close()
    #expect(try await shop.client.attributionMetadata().refererUrl == referer)
    #expect(shop.log.lines.count == 1)
    #expect(!shop.log.lines.contains { $0.contains(referer.absoluteString) })
  }
}
