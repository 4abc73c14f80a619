import OnsideCore
import OnsideTestSupport
import Testing

/// The login, by itself and as the first step of a restore (docs/onside-rules.md, onside-3.2 and onside-6.5).
@MainActor @Suite(.timeLimit(.minutes(10))) struct LoginTests {
  @Test func requestLoginShowsTheLoginAndSucceeds() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    try await shop.client.requestLogin()
    #expect(shop.interface.shownLogins.count == 1)
    #expect(await shop.service.session() != nil)
  }

  @Test func requestLoginReturnsAfterTheStorefrontIsSet() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    let news = QueueNews()
    shop.queue.add(observer: news)
    await Task.yield()
    try await shop.client.requestLogin()
    #expect(shop.queue.storefront?.countryCode == "DE")
    #expect(news.items == [.storefront("DE")])
  }

  @Test func theStorefrontIsNilUntilLoginThenTheAccountsRegion() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    #expect(shop.queue.storefront == nil)
    try await shop.client.requestLogin()
    try await shop.service.setStorefront("FRA")
    try await eventually { shop.queue.storefront?.countryCode == "FR" }
    shop.client.logout()
    #expect(shop.queue.storefront == nil)
    try await shop.client.requestLogin()
    #expect(shop.queue.storefront?.countryCode == "FR")
  }

  @Test func aDismissedLoginIsLoginDiscarded() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    shop.interface.login = .discard
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await shop.client.requestLogin() }
    #expect(shop.queue.storefront == nil)
    shop.interface.login = .succeed(.email("ada@example.com"))
    try await shop.client.requestLogin()
    #expect(shop.interface.shownLogins.count == 2)
  }

  @Test func loginsPurchasesAndRestoresShareOneLoginScreen() async throws {
    var held: HeldScreens!
    let shop = try await TestShop(
      isLoggedIn: false,
      .init(screens: {
        held = HeldScreens($0); return held
      }))
    let news = QueueNews()
    shop.queue.add(observer: news)
    let payment = try await shop.payment("coins")
    let logins = (0..<3).map { _ in Task { try await shop.client.requestLogin() } }
    let purchase = Task { try await shop.queue.enqueue(payment) }
    let restore = Task { try await shop.queue.requestRestore() }
    await held.login.arrival()
    await held.payment.open()
    await held.login.open()
    for login in logins { try await login.value }
    try await purchase.value
    try await restore.value
    try await news.wait(for: .purchased)
    #expect(shop.interface.shownLogins.count == 1)
  }

  @Test func dismissingASharedLoginFailsEachCall() async throws {
    var held: HeldScreens!
    let shop = try await TestShop(
      isLoggedIn: false,
      .init(screens: {
        held = HeldScreens($0); return held
      }))
    shop.interface.login = .discard
    let logins = (0..<3).map { _ in
      Task { await #expect(throws: OnsideLoginError.loginDiscarded) { try await shop.client.requestLogin() } }
    }
    await held.login.arrival()
    // Let all logins begin. Each login begins in its own turn of the main actor, and the loop lets ten turns pass.
    for _ in 0..<10 { await Task.yield() }
    await held.login.open()
    for login in logins { _ = await login.value }
    #expect(shop.interface.shownLogins.count == 1)
  }

  @Test func requestLoginShowsNothingToALoggedInUser() async throws {
    let shop = try await TestShop()
    try await shop.client.requestLogin()
    try await shop.relaunch()
    try await shop.client.requestLogin()
    #expect(shop.queue.storefront?.countryCode == "DE")
    #expect(shop.interface.shownLogins.isEmpty)
  }

  @Test func aSessionThatBeginsWhileACodeIsSentSetsTheStorefront() async throws {
    let told = Gate()
    let shop = try await TestShop(
      isLoggedIn: false,
      .init(service: { local in
        WatchedService(
          service: local,
          didBeginLogin: {
            // Another user logs in, for example in another window of the app.
            _ = try? await local.logIn(.email("grace@example.com"))
            await told.pass()
          },
          didTellSession: { if $0 != nil { await told.open() } })
      }))
    // The user closes the login, so no later step reports the session.
    shop.interface.readCode = { _ in nil }
    _ = try? await shop.client.requestLogin()
    try await eventually { shop.queue.storefront != nil }
    #expect(await shop.service.session()?.name == "grace@example.com")
  }

  @Test func aFailedLoginIsShownOnTheScreenAndStartsNoSession() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    await shop.service.simulate(.fails(.connectionError), of: .logIn)
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await shop.client.requestLogin() }
    #expect(shop.interface.loginErrors == [.connectionError])
    #expect(shop.queue.storefront == nil)
    #expect(shop.log.lines == ["A login failed: the store could not be reached; check the connection."])
  }

  @Test func theLogDoesNotContainTheLoginAddress() async throws {
    let shop = try await TestShop(isLoggedIn: false)
    shop.interface.login = .succeed(.email("ada"))
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await shop.client.requestLogin() }
    await shop.service.simulate(.fails(.refused("ada cannot log in")), of: .logIn)
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await shop.client.requestLogin() }
    let line = "A login failed: the store refused the input."
    #expect(shop.log.lines == [line, line])
  }

  @Test func theStorefrontsIdIsNewInEveryProcess() async throws {
    let shop = try await TestShop()
    let before = try #require(shop.queue.storefront)
    try await shop.relaunch()
    let after = try #require(shop.queue.storefront)
    #expect(before.countryCode == after.countryCode)
    #expect(before.id != after.id)
  }
}
