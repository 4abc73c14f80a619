import Foundation
import Testing

@testable import OnsideCore

/// Tests that the attribution is fetched once and kept on the device, and that concurrent calls share a request.
@MainActor @Suite(.timeLimit(.minutes(10))) struct AttributionTests {
  /// The number of requests to the store.
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

  @Test func concurrentCallsShareOneRequest() async throws {
    let shop = try await shop()
    let calls = (0..<5).map { _ in Task { try await shop.client.attributionMetadata() } }
    await gate.arrival()
    for _ in 0..<10 { await Task.yield() }
    await gate.open()
    for call in calls { #expect(try await call.value.refererUrl == referer) }
    #expect(await count.value == 1)
  }

  @Test func theAttributionIsRequestedOnceAndKeptAcrossLaunches() async throws {
    let shop = try await shop()
    await gate.open()
    for _ in 0..<3 {
      for _ in 0..<2 { #expect(try await shop.client.attributionMetadata().refererUrl == referer) }
      try await shop.relaunch()
    }
    #expect(await count.value == 1)
  }

  /// Returns a shop whose store gives these answers in order, and then repeats the last answer.
  private func shop(isLoggedIn: Bool = true, answers: [URL?]) async throws -> TestShop {
    try await TestShop(
      isLoggedIn: isLoggedIn,
      .init(service: { [gate, count] in
        WatchedService(
          service: $0,
          referer: {
            await count.increase()
            let answer = answers[min(await count.value, answers.count) - 1]
            await gate.pass()
            return answer
          })
      }))
  }

  private let others = (1...2).map { URL(string: "https://referer.example/other/\($0)")! }

  private func logIn(_ address: String, _ shop: TestShop) async throws {
    shop.interface.login = .succeed(.email(address))
    try await shop.client.requestLogin()
  }

  @Test func anEmptyAnswerIsNotKept() async throws {
    let shop = try await shop(answers: [nil, nil, referer, nil])
    await gate.open()
    #expect(try await shop.client.attributionMetadata().refererUrl == nil)
    try await shop.relaunch()
    #expect(try await shop.client.attributionMetadata().refererUrl == nil)
    #expect(try await shop.client.attributionMetadata().refererUrl == referer)
    #expect(try await shop.client.attributionMetadata().refererUrl == referer)
    #expect(await count.value == 3)
  }

  @Test func theAttributionOfOneUserIsNotGivenToTheNext() async throws {
    let shop = try await shop(answers: [referer] + others)
    await gate.open()
    #expect(try await shop.client.attributionMetadata().refererUrl == referer)
    shop.client.logout()
    #expect(try await shop.client.attributionMetadata().refererUrl == others[0])
    // An answer that was requested while no user was logged in belongs to the next user who logs in.
    try await logIn("grace@example.com", shop)
    #expect(try await shop.client.attributionMetadata().refererUrl == others[0])
    shop.client.logout()
    try await logIn("ada@example.com", shop)
    #expect(try await shop.client.attributionMetadata().refererUrl == others[1])
    #expect(await count.value == 3)
  }

  @Test func theAttributionOfOneUserIsNotGivenToTheNextAfterALaunch() async throws {
    let shop = try await shop(answers: [referer] + others)
    await gate.open()
    #expect(try await shop.client.attributionMetadata().refererUrl == referer)
    shop.client.logout()
    try await shop.relaunch()
    #expect(try await shop.client.attributionMetadata().refererUrl == others[0])
    try await logIn("grace@example.com", shop)
    try await shop.relaunch()
    #expect(try await shop.client.attributionMetadata().refererUrl == others[0])
    // Change the user without the client's knowledge, as if the process had ended before the client was notified.
    _ = try await shop.service.logIn(.email("ada@example.com"))
    try await shop.relaunch()
    #expect(try await shop.client.attributionMetadata().refererUrl == others[1])
  }

  @Test func aChangeOfUserWithoutALogoutDiscardsTheAttribution() async throws {
    let shop = try await shop(answers: [referer] + others)
    await gate.open()
    #expect(try await shop.client.attributionMetadata().refererUrl == referer)
    _ = try await shop.service.logIn(.email("grace@example.com"))
    #expect(try await shop.client.attributionMetadata().refererUrl == others[0])
  }

  /// Earlier versions stored the attribution without the user for whom it was requested.
  @Test func aStoredAttributionWithoutAUserIsIgnored() async throws {
    let shop = try await shop(answers: others)
    await gate.open()
    try await shop.store.keep(#"{"refererUrl":"\#(referer)"}"#, as: .attribution)
    try await shop.relaunch()
    #expect(try await shop.client.attributionMetadata().refererUrl == others[0])
  }

  @Test func anAnswerThatArrivesAfterALogoutIsDiscardedAndRequestedAgain() async throws {
    let shop = try await shop(answers: [referer] + others)
    let call = Task { try await shop.client.attributionMetadata() }
    await gate.arrival()
    shop.client.logout()
    await gate.open()
    #expect(try await call.value.refererUrl == others[0])
    #expect(try await shop.client.attributionMetadata().refererUrl == others[0])
    #expect(await count.value == 2)
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

  @Test func anAnswerThatCannotBeStoredIsStillReturned() async throws {
    let shop = try await shop()
    await gate.open()
    await shop.store.close()
    #expect(try await shop.client.attributionMetadata().refererUrl == referer)
    #expect(shop.log.lines.count == 1)
    #expect(!shop.log.lines.contains { $0.contains(referer.absoluteString) })
  }
}
