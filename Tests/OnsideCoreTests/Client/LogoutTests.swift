import OnsideCore
import OnsideTestSupport
import Testing

/// Tests that `logout` ends the login (docs/onside-rules.md, onside-3.2).
@MainActor @Suite(.timeLimit(.minutes(10))) struct LogoutTests {
  @MainActor private final class Hook {
    var run: @MainActor @Sendable () async -> Void = {}
  }

  @Test func logoutClearsTheStorefrontAtOnceAndNotifiesObservers() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await eventually { shop.queue.transactionObservers.contains(where: { $0 === news }) }
    await Task.yield()
    shop.client.logout()
    #expect(shop.queue.storefront == nil)
    try await news.wait { news.items == [.storefront(nil)] }
  }

  @Test func logoutEndsTheSession() async throws {
    let shop = try await TestShop()
    shop.client.logout()
    try await eventually { await shop.service.session() == nil }
    try await shop.relaunch()
    #expect(shop.queue.storefront == nil)
    try await shop.client.requestLogin()
    #expect(shop.interface.shownLogins.count == 1)
  }

  @Test func logoutCancelsUnpaidTransactionsAndWithdrawsTheirSheet() async throws {
    var held: HeldScreens!
    let shop = try await TestShop(
      .init(screens: {
        held = HeldScreens($0); return held
      }))
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    try await shop.queue.enqueue(shop.payment("lifetime"))
    await held.payment.arrival()
    shop.client.logout()
    try await news.wait(for: .failed, count: 2)
    #expect(news.updates.filter { $0.transactionState == .failed }.map(\.error) == [.cancelled, .cancelled])
    await held.payment.open()
    try await eventually { !held.withdrawn.isEmpty }
    #expect(held.withdrawn.map(\.product.productIdentifier) == ["coins"])
    #expect(try await shop.service.ledger().isEmpty)
    #expect(shop.queue.transactions.map(\.transactionState) == [.failed, .failed])
  }

  @Test func aPaidTransactionIsHiddenWhileAnotherUserIsLoggedIn() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    try await shop.queue.enqueue(shop.payment("coins"))
    let purchased = try await news.wait(for: .purchased)
    shop.client.logout()
    #expect(shop.queue.transactions == [purchased])
    shop.interface.login = .succeed(.email("grace@example.com"))
    try await shop.client.requestLogin()
    #expect(shop.queue.transactions.isEmpty)
    #expect(news.removals == [purchased])
    shop.client.logout()
    shop.interface.login = .succeed(.email("ada@example.com"))
    try await shop.client.requestLogin()
    #expect(shop.queue.transactions == [purchased])
    #expect(news.updates.last == purchased)
  }

  @Test func aSecondLogoutDoesNotNotifyObservers() async throws {
    let shop = try await TestShop()
    let news = QueueNews()
    shop.queue.add(observer: news)
    for _ in 0..<5 { await Task.yield() }
    shop.client.logout()
    shop.client.logout()
    try await shop.client.requestLogin()
    #expect(news.items == [.storefront(nil), .storefront("DE")])
  }

  @Test func aLogoutDuringALoginDiscardsTheLogin() async throws {
    let hook = Hook()
    let told = Gate()
    let shop = try await TestShop(
      isLoggedIn: false,
      .init(service: {
        WatchedService(
          service: $0, didTellSession: { if $0 != nil { await told.open() } }, didLogIn: { await hook.run() })
      }))
    let news = QueueNews()
    shop.queue.add(observer: news)
    await Task.yield()
    hook.run = { [client = shop.client] in
      // Log out only after the SDK has received the new session from the store's stream.
      await told.pass()
      client.logout()
    }
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await shop.client.requestLogin() }
    #expect(shop.queue.storefront == nil)
    try await eventually { await shop.service.session() == nil }
    hook.run = {}
    try await shop.client.requestLogin()
    #expect(news.items == [.storefront("DE")])
  }
}
