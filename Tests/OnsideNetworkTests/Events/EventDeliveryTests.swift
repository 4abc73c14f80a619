import CausewayJSON
import Foundation
import OnsideSandbox
import OnsideTestSupport
import Testing

@testable import OnsideCore

/// The delivery of tracked events to the store: each event arrives once, and in order.
@MainActor @Suite(.timeLimit(.minutes(10))) struct EventDeliveryTests {
  private func queue(_ app: TestApp) -> EventQueue {
    EventQueue(file: app.folder.file("events.sqlite"), sink: app.service, clock: QuickClock(), log: { _ in })
  }

  @Test func eventsArriveOnceDespiteAnOutageAndLostAnswers() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let events = queue(app)
    await store.stop()
    for number in 0..<120 { events.track("opened", [("number", .number(Double(number)))]) }
    await events.flush()
    try store.start()
    try await store.fail(Failure(.trackEvents, .lostAnswer, times: 3), Failure(.trackEvents, .unavailable, times: 2))
    try await eventually {
      await events.flush()
      return try await store.store.run { try $0.events.tracked(by: TestStore.app).count } >= 120
    }
    await events.flush()
    let arrived = try await store.store.run { try $0.events.tracked(by: TestStore.app) }
    #expect(arrived.map(\.parameters["number"]) == (0..<120).map { .number(Double($0)) })
    #expect(Set(arrived.map(\.name)) == ["opened"])
    await events.shutdown()
    await store.stop()
  }

  @Test func anEventIsSentAgainIfTheAnswerIsNotTheStores() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let events = queue(app)
    try await store.fail(Failure(.trackEvents, .notJSON, times: 2))
    events.track("opened", [])
    await events.flush()
    try await store.fail()
    await events.flush()
    #expect(try await store.store.run { try $0.events.tracked(by: TestStore.app).map(\.name) } == ["opened"])
    await events.shutdown()
    await store.stop()
  }

  @Test func anEventArrivesWithItsNameAndParameters() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let events = queue(app)
    events.track(
      "purchaseCompleted", [("productIdentifier", "coins"), ("isNew", true), ("amounts", [1, 2.5, "three"])])
    await events.flush()
    let arrived = try #require(try await store.store.run { try $0.events.tracked(by: TestStore.app).first })
    #expect(arrived.name == "purchaseCompleted")
    #expect(arrived.parameters == ["productIdentifier": "coins", "isNew": true, "amounts": [1, 2.5, "three"]])
    await events.shutdown()
    await store.stop()
  }
}
