import Foundation
import OnsideSandbox
import OnsideTesting
import Testing

@testable import OnsideCore

/// The login with an identity provider, between the SDK and a real sandbox store.
@MainActor @Suite(.timeLimit(.minutes(10))) struct SignInTests {
  private func login(_ app: TestApp, scheme: String? = nil) async throws -> OnsideBrowserLogin {
    guard case .browser(let login) = try await app.service.beginLogin(.federated(.google), callbackScheme: scheme)
    else {
      throw TestStore.Stopped()
    }
    return login
  }

  private func callback(_ app: TestApp, _ login: OnsideBrowserLogin, as email: String = "ann@example.com") async throws
    -> URL
  {
    try #require(await SandboxInbox(app.service.address).callback(of: login, as: email))
  }

  @Test func aSignInOnTheProvidersPageLogsIn() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let login = try await login(app)
    #expect(login.url.absoluteString == "\(store.url.absoluteString)/sign-in/\(login.id)")
    #expect(login.callbackScheme == TestStore.app)
    let callback = try await callback(app, login)
    #expect(!login.url.absoluteString.contains(login.state) && !callback.absoluteString.contains(login.codeVerifier))
    let session = try await app.service.logIn(.callback(login, url: callback))
    #expect(session.name == "ann@example.com")
    try await app.relaunch()
    #expect(await app.service.session()?.account == session.account)
    await store.stop()
  }

  @Test func theCallbackUsesTheConfiguredScheme() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let login = try await login(app, scheme: "reader-onside")
    #expect(try await callback(app, login).absoluteString.hasPrefix("reader-onside://onside-login?code="))
    app.client.callbackScheme = "Reader-Onside"
    #expect(app.client.callbackScheme == "reader-onside" && app.log.lines.isEmpty)
    app.client.callbackScheme = "https"
    #expect(app.client.callbackScheme == nil && app.log.lines.count == 1)
    #expect(try await self.login(app, scheme: "https").callbackScheme == TestStore.app)
    await store.stop()
  }

  @Test func twoUsersOfOneProviderHaveSeparateAccountsAndOrders() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    var accounts: [String] = []
    for email in ["ann@example.com", "bob@example.com", "ann@example.com"] {
      let login = try await login(app)
      let session = try await app.service.logIn(.callback(login, url: callback(app, login, as: email)))
      accounts.append(session.account)
      let purchases = try await app.service.purchases()
      #expect(purchases.count == (accounts.count == 3 ? 1 : 0))
      if accounts.count == 1 { _ = try await app.service.pay(app.request("lifetime")) }
      await app.service.logOut()
    }
    #expect(accounts[0] == accounts[2] && accounts[0] != accounts[1])
    await store.stop()
  }

  @Test func aLoginOnAScreenUsesTheSignInPage() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let inbox = SandboxInbox(app.service.address)
    app.interface.login = .succeed(.federated(.apple))
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await app.client.requestLogin() }
    #expect(app.interface.loginErrors == [.cancelled], "The user has not signed in")
    app.interface.browse = { await inbox.callback(of: $0, as: "ann@example.com") }
    try await app.client.requestLogin()
    #expect(await app.service.session()?.name == "ann@example.com")
    await store.stop()
  }

  @Test func cancelOnTheSignInPageCancelsTheLogin() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let login = try await login(app)
    let url = try #require(
      URL(string: "\(TestStore.app)://onside-login?error=access_denied&state=\(login.state)"))
    await #expect(throws: OnsideServiceError.cancelled) { try await app.service.logIn(.callback(login, url: url)) }
    #expect(store.answers(to: .logIn) == 0)
    await store.stop()
  }

  @Test func aCallbackOfAnotherLoginIsRefusedAndNotSent() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let (first, second) = (try await login(app), try await login(app))
    let callback = try await callback(app, first)
    await #expect(throws: OnsideServiceError.refused("The browser returned from another login. Try again.")) {
      try await app.service.logIn(.callback(second, url: callback))
    }
    #expect(store.answers(to: .logIn) == 0)
    _ = try await app.service.logIn(.callback(first, url: callback))
    await store.stop()
  }

  @Test func aCallbackIsUsedOnceAndWithinAMinute() async throws {
    let ended = OnsideServiceError.refused("This sign-in has ended. Begin it again.")
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let first = try await login(app)
    let callback = try await callback(app, first)
    let session = try await app.service.logIn(.callback(first, url: callback))
    await #expect(throws: ended) { try await app.service.logIn(.callback(first, url: callback)) }
    // A login that fails must not end the session.
    #expect(await app.service.session() == session)
    let second = try await login(app)
    let late = try await self.callback(app, second)
    store.watch.advance(by: 61)
    await #expect(throws: ended) { try await app.service.logIn(.callback(second, url: late)) }
    await store.stop()
  }

  @Test func losingTheStoreDuringASignInGivesConnectionError() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let login = try await login(app)
    let callback = try await callback(app, login)
    await store.stop()
    await #expect(throws: OnsideServiceError.connectionError) {
      try await app.service.logIn(.callback(login, url: callback))
    }
    await #expect(throws: OnsideServiceError.connectionError) { try await self.login(app) }
    #expect(await app.service.session() == nil)
    try store.start()
    await #expect(throws: OnsideServiceError.refused("This sign-in has ended. Begin it again.")) {
      try await app.service.logIn(.callback(login, url: callback))
    }
    let again = try await self.login(app)
    _ = try await app.service.logIn(.callback(again, url: self.callback(app, again)))
    await store.stop()
  }

  @Test func noSecretOfASignInIsInALogOrAnError() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let inbox = SandboxInbox(app.service.address)
    var secrets: [String] = []
    app.interface.login = .succeed(.federated(.google))
    app.interface.browse = { login in
      let callback = await inbox.callback(of: login, as: "ann@example.com")
      let code = login.answer(in: callback ?? login.url)
      if case .code(let code) = code { secrets.append(code) }
      secrets += [login.id, login.state, login.codeVerifier]
      return callback
    }
    try await store.fail(Failure(.logIn, .unavailable, times: 1))
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await app.client.requestLogin() }
    try await app.client.requestLogin()
    let said = (app.log.lines + store.log.lines + app.interface.loginErrors.map { "\($0)" }).joined(separator: "\n")
    #expect(secrets.count == 8 && !said.isEmpty)
    for secret in secrets { #expect(!said.contains(secret)) }
    await store.stop()
  }
}
