import CausewayHTTP
import Foundation
import OnsideCore
import Testing

@testable import OnsideSandbox

@Suite("The store's pages", .timeLimit(.minutes(1))) struct PagesTests {
  @Test("The catalogue has every product under its kind, with its price, period and offer") func catalogue()
    async throws
  {
    let text = try await PageStore().get("/")
    for heading in ["Consumables", "Non-consumables", "Subscriptions"] { #expect(text.contains("<h2>\(heading) ")) }
    #expect(text.contains("Bag of coins") && text.contains("$1.99"))
    #expect(text.contains("$3.99") && text.contains("every month"))
    #expect(text.contains("New: 1 week free, then $3.99 a month"))
  }

  @Test("The description of the interface is one link away") func description() async throws {
    let store = try PageStore()
    #expect(try await store.get("/").contains("<a href=\"/openapi.yaml\">"))
    #expect(try await store.get("/openapi.yaml") == SandboxInterface.openAPI)
  }

  @Test("Hostile names are shown, and are nothing but text") func escaping() async throws {
    let store = try PageStore()
    try await store.buy(PageStore.hostile, as: "\"><script>alert(1)</script>@example.com")
    for path in ["/", "/orders", "/accounts"] {
      let text = try await store.get(path)
      #expect(!text.contains("<script") && !text.contains("<img"), "\(path)")
      #expect(text.contains("&lt;script&gt;") || text.contains("&lt;img"), "\(path)")
    }
  }

  @Test("Markup escapes text in elements and in values, but not markup") func markup() {
    let text = "<&>\"'\0\u{1b}"
    let inner: Markup = "<b>\(text)</b>"
    #expect(inner.html == "<b>&lt;&amp;&gt;&quot;&#39;\u{fffd}\u{fffd}</b>")
    #expect(
      ("\(inner)\([inner, inner])\(nil as Markup?)\(3)" as Markup).html == inner.html + inner.html + inner.html + "3")
  }

  @Test("An order is refunded on its page, once, and says so") func refund() async throws {
    let store = try PageStore()
    let id = try await store.buy(PageStore.shelf)
    #expect(try await store.get("/orders").contains("action=\"/orders/\(id)/refund\""))
    #expect(await store.post("/orders/\(id)/refund") == "/orders?notice=refunded")
    let text = try await store.get("/orders?notice=refunded")
    #expect(text.contains("refunded") && text.contains("role=\"status\""))
    #expect(!text.contains("/refund\""))
    #expect(try await store.store.orders().first?.purchase.revocationDate != nil)
  }

  @Test("A subscription renews as the clock goes on, until it is cancelled") func subscription() async throws {
    let store = try PageStore()
    let id = try await store.buy(PageStore.monthly)
    #expect(try await store.get("/orders").contains(">runs<"))
    #expect(await store.post("/clock/advance", "by=month") == "/clock?notice=advanced")
    let renewed = try await store.get("/orders")
    #expect(renewed.contains("Subscription · renewal"))
    #expect(renewed.components(separatedBy: "/subscriptions/\(id)/cancel").count == 2)
    #expect(await store.post("/subscriptions/\(id)/cancel") == "/orders?notice=cancelled")
    #expect(try await store.get("/orders").contains(">runs out<"))
    _ = await store.post("/clock/advance", "by=year")
    let text = try await store.get("/orders")
    #expect(text.contains(">ended<") && !text.contains(">runs out<"))
  }

  @Test("An account moves to another storefront, if that is one") func storefront() async throws {
    let store = try PageStore()
    try await store.buy(PageStore.shelf)
    let account = try #require(try await store.store.accounts().first)
    #expect(account.orders == 1)
    #expect(await store.post("/accounts/\(account.id)/storefront", "country=de") == "/accounts?notice=moved")
    #expect(try await store.get("/accounts").contains("Germany"))
    #expect(await store.post("/accounts/\(account.id)/storefront", "country=xx") == "/accounts?notice=country")
    #expect(await store.post("/accounts/nobody/storefront", "country=DE") == "/accounts?notice=unknown")
  }

  @Test("The clock runs at another rate", arguments: ["0", "86400", "0.5"]) func rate(rate: String) async throws {
    let store = try PageStore()
    #expect(await store.post("/clock/rate", "rate=\(rate)") == "/clock?notice=rate")
    #expect(await store.store.clockReading().rate == Double(rate))
  }

  @Test("What is no rate changes nothing", arguments: ["", "x", "-1", "1000001", "nan", "inf"])
  func wrongRate(rate: String) async throws {
    let store = try PageStore()
    #expect(await store.post("/clock/rate", "rate=\(rate)") == "/clock?notice=number")
    #expect(await store.store.clockReading().rate == 1)
  }

  @Test("A notice is one of the store's own, whatever the address says") func notices() async throws {
    #expect(try await !PageStore().get("/?notice=You+have+won").contains("You have won"))
  }

  @Test("Many orders have several pages, which show each once") func paging() async throws {
    let store = try PageStore()
    for _ in 0..<(OrdersPage.length + 3) { try await store.buy(PageStore.coins) }
    let first = try await store.get("/orders")
    let link = try #require(first.firstMatch(of: #/href="(/orders\?before=[^"]*)"/#)?.1)
    let second = try await store.get(String(link))
    func ids(_ text: String) -> [String] { text.matches(of: #/tr id="([^"]*)"/#).map { String($0.1) } }
    #expect(ids(first).count == OrdersPage.length && ids(second).count == 3)
    #expect(Set(ids(first) + ids(second)).count == OrdersPage.length + 3)
    #expect(second.contains("<a href=\"/orders\">Newest</a>"))
  }

  @Test("Pages run no scripts and are shown within no others", arguments: Page.Place.allCases)
  func fields(place: Page.Place) async throws {
    let response = await PageStore.router(try PageStore().store).answer(
      HTTPRequest(method: "GET", path: place == .catalogue ? [] : [String(place.rawValue.dropFirst())]))
    let policy = try #require(response[field: "Content-Security-Policy"])
    #expect(policy.hasPrefix("default-src 'none'; style-src 'self';") && policy.contains("frame-ancestors 'none'"))
    #expect(!String(decoding: response.body, as: UTF8.self).contains("style=\""))
  }
}
