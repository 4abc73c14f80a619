import Testing

@testable import CausewayPlayground

@Suite("What an inspector has not received") @MainActor struct BacklogTests {
  @Test("Confirmed messages leave the backlog in order") func order() {
    var backlog = InspectorClient.Backlog()
    for length in [100, 20, 3] { backlog.didSend(length) }
    #expect(backlog.count == 123)
    backlog.didReceive()
    #expect(backlog.count == 23)
    for _ in 0..<5 { backlog.didReceive() }
    #expect(backlog.count == 0)
    backlog.didSend(7)
    #expect(backlog.count == 7)
  }

  @Test("Very many messages are counted right") func many() {
    var backlog = InspectorClient.Backlog()
    for _ in 0..<10 { backlog.didSend(5) }
    for _ in 0..<10_000 {
      backlog.didSend(5)
      backlog.didReceive()
    }
    #expect(backlog.count == 50)
  }
}
