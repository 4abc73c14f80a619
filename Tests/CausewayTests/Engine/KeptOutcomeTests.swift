import CausewayJSON
import CausewayTesting
import Testing

@testable import Causeway

/// Tests of the memory for the outcomes of calls with keys, of all origins together.
@MainActor @Suite("Kept outcomes of calls with keys") struct KeptOutcomeTests {
  private typealias Table = KeyedCallTable<Int>

  private var origins: [Table.Key] { (1...10).map { key("frame\($0).example") } }

  private func key(_ host: String) -> Table.Key {
    Table.Key(dialect: "causeway", origin: Origin(scheme: "https", host: host), text: "1")
  }

  /// Returns a table that keeps 100 bytes of outcomes for each origin.
  private func table() -> Table {
    var limits = Limits()
    limits.keptOutcomeBytes = 100
    return Table(limits: limits)
  }

  /// Makes a call that ends with a text of `bytes` bytes of JSON.
  private func pay(_ key: Table.Key, bytes: Int, in table: inout Table) {
    let content = Table.Content(capability: "pay", parameters: 0, bytes: nil)
    let admission = table.admit(content, key: key, waiter: 0, deadline: nil, now: .zero) { _ in true }
    guard case .run(let id) = admission else { return }
    _ = table.end(id, .success(JSONValue.string(String(repeating: "x", count: bytes - 2))), now: .zero)
  }

  private func isKept(_ key: Table.Key, in table: inout Table) -> Bool {
    let admission = table.resume(key, waiter: 0, now: .zero) { _ in true }
    if case .answer(.success) = admission { return true }
    return false
  }

  @Test func theOutcomesOfAllOriginsAreLimited() {
    var table = table()
    for origin in origins { pay(origin, bytes: 100, in: &table) }
    let kept = origins.map { isKept($0, in: &table) }
    #expect(kept.count(where: { $0 }) == 4)
    #expect(kept.last == true, "the newest outcome is kept")
  }

  @Test func theLargestOutcomesOfAllOriginsAreDiscardedFirst() {
    var table = table()
    let shop = key("shop.example")
    pay(shop, bytes: 20, in: &table)
    for origin in origins { pay(origin, bytes: 100, in: &table) }
    let isShopKept = isKept(shop, in: &table)
    #expect(isShopKept)
  }

  @Test func anOutcomeIsForgottenWithoutAnotherCall() async throws {
    let clock = ManualClock()
    let bridge = Bridge(clock: clock)
    bridge.install(
      CausewayDialect([
        Capability("pay", policy: .everyone, deadline: .never) { (text: String, _) in text }
      ]))
    let page = InMemoryPage(bridge)
    _ = await page.request("causeway", ["name": "pay", "parameters": "coffee", "key": "order-1"])
    let key = try #require(KeyedCalls.key("order-1", of: "causeway", in: page.frame))
    #expect(bridge.keyedCalls.capability(of: key) == "pay")
    #expect(await eventually { clock.sleeperCount == 1 })
    clock.advance(by: bridge.limits.keptOutcomeDuration)
    #expect(await eventually { bridge.keyedCalls.capability(of: key) == nil })
  }
}
