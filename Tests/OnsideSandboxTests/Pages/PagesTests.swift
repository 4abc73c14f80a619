import CausewayHTTP
import Foundation
import OnsideCore
import Testing

@testable import OnsideSandbox

@Suite("The store's pages", .timeLimit(.minutes(10))) struct PagesTests {
  @Test("The catalog lists every product under its kind, with its price, period and offer") func catalog()
    async throws
  {
    let text = try await PageStore().get("/")
    for heading in ["Consumables", "Non-consumables", "Subscriptions"] { #expect(text.contains("<h2>\(heading) ")) }
    #expect(text.contains("Bag of coins") && text.contains("$1.99"))
    #expect(text.contains("$3.99") && text.contains("every month"))
    #expect(text.contains("New: 1 week free, then $3.99 a month"))
  }

  @Test("The pages link to the description of the interface") func description() async throws {
    let store = try PageStore()
    #expect(try await store.get("/").contains("<a href=\"/openapi.yaml\">"))
    #expect(try await store.get("/openapi.yaml") == SandboxServer.openAPI)
  }

  @Test("Hostile names are shown as plain text") func escaping() async throws {
    let store = try PageStore()
    try await store.buy(PageStore.hostile, as: "\"><script>alert(1)</script>@example.com")
    for path in ["/", "/orders", "/accounts"] {
      let text = try await store.get(path)
      #expect(!text.contains("<script>") && !text.contains("<img"), "\(path)")
      #expect(text.contains("&lt;script&gt;") || text.contains("&lt;img"), "\(path)")
    }
  }

  @Test("No name can reverse the text beside it or hide letters", arguments: ["/orders", "/accounts"])
  func invisible(path: String) async throws {
    let store = try PageStore()
    try await store.buy(PageStore.shelf, as: "\u{202e}nna\u{200b}@example.com", token: "\u{2066}t")
    let text = try await store.get(path)
    #expect(text.contains("⟨U+202E⟩nna⟨U+200B⟩@<wbr>example.com"))
    for scalar in "\u{202e}\u{2066}\u{200b}".unicodeScalars { #expect(!text.unicodeScalars.contains(scalar)) }
  }

  @Test("Markup contains no characters that control the writing direction")
  func directions() {
    let text = "a\u{202e}b\u{2067}c\u{200f}d\u{61c}"
    #expect(("\(text)" as Markup).html == "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}")
  }

  @Test("Markup escapes texts in elements and values, and does not escape markup") func markup() {
    let text = "<&>\"'\0\u{1b}"
    let inner: Markup = "<b>\(text)</b>"
    #expect(inner.html == "<b>&lt;&amp;&gt;&quot;&#39;\u{fffd}\u{fffd}</b>")
    #expect(
      ("\(inner)\([inner, inner])\(nil as Markup?)\(3)" as Markup).html == inner.html + inner.html + inner.html + "3")
  }

  @Test("An order can be refunded once on its page, which then says so") func refund() async throws {
    let store = try PageStore()
    let id = try await store.buy(PageStore.shelf)
    #expect(try await store.get("/orders").contains("action=\"/orders/\(id)/refund\""))
    #expect(await store.post("/orders/\(id)/refund") == "/orders?notice=refunded")
    let text = try await store.get("/orders?notice=refunded")
    #expect(text.contains("refunded") && text.contains("role=\"status\""))
    #expect(!text.contains("/refund\""))
    #expect(try await store.store.run { try $0.orders.newest().first?.purchase.revocationDate } != nil)
  }

  @Test("An order's page shows its whole id, its app, its token, and an address that breaks after the @")
  func order() async throws {
    let store = try PageStore()
    let id = try await store.buy(PageStore.shelf, as: "customer@example.com", token: "user-7")
    let text = try await store.get("/orders")
    #expect(text.contains("<code>\(id)</code>"))
    #expect(text.contains("<small><bdi>com.<wbr>example.<wbr>shop</bdi></small>"))
    #expect(text.contains("App account token <code><bdi>user-7</bdi></code>"))
    #expect(text.contains("customer@<wbr>example.com"))
    try await store.buy(PageStore.coins)
    #expect(try await store.get("/orders").components(separatedBy: "App account token").count == 2)
  }

  @Test("A refund needs two steps, and the page says what it does") func confirmation() async throws {
    let store = try PageStore()
    func row(_ id: String) async throws -> String {
      let rows = try await store.get("/orders").components(separatedBy: "<tr id=\"order-")
      return try #require(rows.first { $0.hasPrefix(id) })
    }
    let shelf = try await store.buy(PageStore.shelf)
    #expect(try await row(shelf).contains("<summary>Refund…</summary>"))
    #expect(try await row(shelf).contains("$24.99 is refunded, and the purchase is revoked. This cannot be undone."))
    let trial = try await store.buy(PageStore.monthly)
    #expect(
      try await row(trial).contains(
        "There is no money to refund, and the subscription ends immediately. This cannot be undone."))
    _ = await store.post("/clock/advance", "by=month")
    // The free trial has ended, and the subscription continues.
    let text = try await row(trial)
    #expect(text.contains(">ended<") && text.contains("<summary>Refund and end…</summary>"))
    #expect(text.contains("the subscription ends immediately, including its current period."))
    #expect(await store.post("/orders/\(trial)/refund") == "/orders?notice=refunded")
    let orders = try await store.store.run { try $0.orders.newest() }
    let now = await store.store.run { $0.clock.reading().now }
    #expect(orders.first?.purchase.expiresAt.map { $0 <= now } == true)
    let last = try #require(orders.first).purchase.orderID.uuidString.lowercased()
    #expect(try await row(last).contains("<summary>Refund…</summary>"))
    #expect(try await row(last).contains("$3.99 is refunded for this period."))
  }

  @Test("Amounts are written in the page's language, whatever the storefront") func amounts() async throws {
    let test = try TestStore()
    let store = try test.open()
    try await store.buy(TestShop.shelf, by: store.session())
    for path in [[], ["orders"]] {
      let answer = await PageStore.router(store).answer(HTTPRequest(method: "GET", path: path))
      #expect(String(decoding: answer.body, as: UTF8.self).contains("€24.99"))
    }
  }

  @Test("The clock's page says that advancing the clock charges cards") func charges() async throws {
    #expect(try await PageStore().get("/clock").contains("are charged"))
  }

  @Test(
    "For a missing page, a browser gets a page with a link back",
    arguments: [
      ("/nothing", 404, "/"), ("/orders/1", 404, "/"), ("/orders?before=zzz", 404, "/orders"),
      ("/orders?before=5e1f5e1f-0000-4000-8000-000000000000", 404, "/orders"), ("/clock/advance", 405, "/"),
    ])
  func failures(address: String, status: Int, way: String) async throws {
    let store = try PageStore()
    let answer = await store.answer("GET", address)
    #expect(answer.status == status && answer[field: "Content-Type"] == "text/html; charset=utf-8")
    #expect(answer[field: "Content-Security-Policy"] != nil)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains("<p class=\"back\"><a href=\"\(way)\">") && !text.contains("aria-current"))
    #expect(status != 405 || answer[field: "Allow"] == "POST")
  }

  @Test(
    "For a missing page, a program gets a problem in JSON",
    arguments: [
      ("GET", "/app-api/nothing"), ("GET", "/merchant-api"), ("GET", "/.well-known/nothing"),
      ("GET", "/sandbox/nothing"),
      ("POST", "/nothing"), ("DELETE", "/orders"),
    ])
  func problems(method: String, address: String) async throws {
    let store = try PageStore()
    let answer = await store.answer(method, address)
    #expect(answer.status >= 404 && answer[field: "Content-Type"] == "application/problem+json")
  }

  @Test("A subscription renews as the clock advances, until it is cancelled") func subscription() async throws {
    let store = try PageStore()
    let id = try await store.buy(PageStore.monthly)
    #expect(try await store.get("/orders").contains(">runs<"))
    #expect(await store.post("/clock/advance", "by=month") == "/clock?notice=advanced")
    let renewed = try await store.get("/orders")
    #expect(renewed.contains("Subscription · renewal"))
    #expect(renewed.components(separatedBy: "/orders/\(id)/cancel").count == 2)
    #expect(await store.post("/orders/\(id)/cancel") == "/orders?notice=cancelled")
    #expect(try await store.get("/orders").contains(">runs out<"))
    _ = await store.post("/clock/advance", "by=year")
    let text = try await store.get("/orders")
    #expect(text.contains(">ended<") && !text.contains(">runs out<"))
  }

  @Test("An account can be moved to another valid storefront") func storefront() async throws {
    let store = try PageStore()
    try await store.buy(PageStore.shelf)
    let account = try #require(try await store.store.run { try $0.accounts.newest().first })
    #expect(try await store.store.run { try $0.orders.counts() } == [account.id: 1])
    #expect(await store.post("/accounts/\(account.id)/storefront", "country=de") == "/accounts?notice=moved")
    #expect(try await store.get("/accounts").contains("Germany"))
    #expect(await store.post("/accounts/\(account.id)/storefront", "country=xx") == "/accounts?notice=country")
    #expect(await store.post("/accounts/nobody/storefront", "country=DE") == "/accounts?notice=unknown")
  }

  @Test("The clock's rate can be changed", arguments: ["0", "86400", "0.5"]) func rate(rate: String) async throws {
    let store = try PageStore()
    #expect(await store.post("/clock/rate", "rate=\(rate)") == "/clock?notice=rate")
    #expect(await store.store.run { $0.clock.reading().rate } == Double(rate))
  }

  @Test("An invalid rate changes nothing", arguments: ["", "x", "-1", "1000001", "nan", "inf"])
  func wrongRate(rate: String) async throws {
    let store = try PageStore()
    #expect(await store.post("/clock/rate", "rate=\(rate)") == "/clock?notice=number")
    #expect(await store.store.run { $0.clock.reading().rate } == 1)
  }

  @Test("A page shows only the store's own notices, whatever the URL contains") func notices() async throws {
    #expect(try await !PageStore().get("/?notice=You+have+won").contains("You have won"))
  }

  @Test("Many orders are shown on several pages, each order once") func paging() async throws {
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

  @Test("Pages run only the script of the clock, and other pages cannot embed them", arguments: Page.Section.allCases)
  func fields(section: Page.Section) async throws {
    let response = await PageStore.router(try PageStore().store).answer(
      HTTPRequest(method: "GET", path: section == .catalog ? [] : [String(section.rawValue.dropFirst())]))
    let policy = try #require(response[field: "Content-Security-Policy"])
    #expect(
      policy
        == "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    let body = String(decoding: response.body, as: UTF8.self)
    #expect(!body.contains("style=\""))
    #expect(body.matches(of: #/<script[^>]*>/#).map { String($0.0) } == ["<script src=\"/clock.js\" defer>"])
  }
}
