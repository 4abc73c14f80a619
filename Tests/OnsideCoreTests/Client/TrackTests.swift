import OnsideCore
import Testing

/// Tests that `trackEvent` never fails (docs/onside-rules.md, onside-3.2).
@MainActor @Suite(.timeLimit(.minutes(10))) struct TrackTests {
  @Test func eventsWithoutAReceiverAreLoggedOnce() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    for _ in 0..<3 { shop.client.track("opened", [("page", "home")]) }
    #expect(shop.log.lines == ["Tracked events are dropped, because no receiver for them is configured."])
  }
}
