import CausewayHTTP
import Foundation
import OnsideTesting
import Testing

@testable import OnsideSandbox

@Suite("The page of subscriptions", .timeLimit(.minutes(10))) struct SubscriptionsPageTests {
  private func account(in store: PageStore) async throws -> SandboxAccount {
    try #require(try await store.store.run { try $0.accounts.newest().first })
  }

  @Test("A subscription is shown with its state and its next payment, and can be cancelled there")
  func active() async throws {
    let store = try PageStore()
    #expect(try await store.get("/subscriptions").contains("No user has a subscription yet."))
    let id = try await store.buy(PageStore.monthly, as: "<b>@example.com")
    let text = try await store.get("/subscriptions")
    #expect(text.contains("id=\"subscription-\(id)\"") && text.contains(">active<") && text.contains("Renews "))
    #expect(text.contains("&lt;b&gt;") && !text.contains("<b>@"))
    #expect(await store.post("/subscriptions/\(id)/cancel") == "/subscriptions?notice=cancelled")
    let cancelled = try await store.get("/subscriptions")
    #expect(cancelled.contains(">runs out<") && cancelled.contains("The customer cancelled."))
    #expect(!cancelled.contains("/cancel\""))
  }

  @Test("A failed renewal is shown with its grace period and its tries, until payments succeed again")
  func failing() async throws {
    let store = try PageStore()
    try await store.buy(PageStore.monthly)
    _ = await store.post("/clock/advance", "by=month")
    let account = try await account(in: store)
    #expect(await store.post("/accounts/\(account.id)/payments", "fail=yes") == "/accounts?notice=failing")
    #expect(try await store.get("/accounts").contains(">payments fail<"))
    // The paid month ends within these two weeks, because it began after the free one.
    for _ in 0..<2 { _ = await store.post("/clock/advance", "by=week") }
    let grace = try await store.get("/subscriptions")
    #expect(grace.contains(">grace period<") && grace.contains("Counts until ") && grace.contains("Next try "))
    #expect(try await store.get("/orders").contains(">grace period<"))
    for _ in 0..<2 { _ = await store.post("/clock/advance", "by=week") }
    let retry = try await store.get("/subscriptions")
    #expect(retry.contains(">billing retry<") && retry.contains("The grace period is over."))
    #expect(await store.post("/accounts/\(account.id)/payments", "fail=no") == "/accounts?notice=paying")
    #expect(try await store.get("/subscriptions").contains(">active<"))
    #expect(try await !store.get("/accounts").contains(">payments fail<"))
    #expect(await store.post("/accounts/nobody/payments", "fail=yes") == "/accounts?notice=unknown")
  }

  @Test("A price can be changed on the page, which then asks for the customer's consent")
  func prices() async throws {
    let store = try PageStore()
    let id = try await store.buy(PageStore.monthly)
    #expect(
      await store.post("/prices", "product=\(PageStore.monthly)&price=5.99&days=0") == "/subscriptions?notice=priced")
    let raised = try await store.get("/subscriptions")
    #expect(raised.contains("The price rises to $5.99 at this renewal. Without the customer’s consent"))
    #expect(try await store.get("/").contains("$5.99"))
    #expect(await store.post("/subscriptions/\(id)/consent") == "/subscriptions?notice=consented")
    let consented = try await store.get("/subscriptions")
    #expect(consented.contains("The customer has consented.") && !consented.contains("/consent\""))
    #expect(await store.post("/prices", "product=nothing&price=1&days=0") == "/subscriptions?notice=unknown")
    for wrong in ["price=x&days=0", "price=-1&days=0", "price=nan&days=0", "price=1&days=0.5", "price=1&days=3651"] {
      #expect(await store.post("/prices", "product=\(PageStore.monthly)&\(wrong)") == "/subscriptions?notice=price")
    }
  }

  @Test("A planned change of the subscription is shown with its price, and an upgrade with the refund of the rest")
  func changes() async throws {
    let test = try TestStore()
    let store = try test.open()
    let ann = try await store.session()
    try await store.buy(TestShop.yearly, by: ann)
    try await store.buy(TestShop.monthly, by: ann)
    func page(_ path: String) async -> String {
      let answer = await PageStore.router(store).answer(HTTPRequest(method: "GET", path: [path]))
      return String(decoding: answer.body, as: UTF8.self)
    }
    #expect(await page("subscriptions").contains("as <bdi>The shop.monthly</bdi>, €3.99 every month."))
    let bob = try await store.session("bob@example.com")
    try await store.buy(TestShop.plain, by: bob)
    test.time.pass(3600)
    try await store.buy(TestShop.plainTwin, by: bob)
    let orders = await page("orders")
    #expect(orders.contains(">changed<") && orders.contains("€2.98 for the rest was refunded"))
  }

  @Test("Many subscriptions are shown on several pages, each once")
  func paging() async throws {
    let store = try PageStore()
    for number in 0..<(SubscriptionsPage.length + 2) {
      try await store.buy(PageStore.monthly, as: "user\(number)@example.com")
    }
    let first = try await store.get("/subscriptions")
    let link = try #require(first.firstMatch(of: #/href="(/subscriptions\?before=[^"]*)"/#)?.1)
    let second = try await store.get(String(link))
    func ids(_ text: String) -> [String] { text.matches(of: #/id="(subscription-[^"]*)"/#).map { String($0.1) } }
    #expect(ids(first).count == SubscriptionsPage.length && ids(second).count == 2)
    #expect(Set(ids(first) + ids(second)).count == SubscriptionsPage.length + 2)
    #expect(second.contains("<a href=\"/subscriptions\">Newest</a>"))
  }
}
