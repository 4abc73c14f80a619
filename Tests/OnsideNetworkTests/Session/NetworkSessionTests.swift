import CausewayHTTP
import Foundation
import OnsideSandbox
import OnsideTestSupport
import Testing

@testable import OnsideCore

/// Sessions at a real store, whose tokens expire, and which end on this device or on another device.
@MainActor @Suite(.timeLimit(.minutes(10))) struct NetworkSessionTests {
  private typealias Call = @Sendable (NetworkService) async throws -> Void

  /// The storage of sessions on a full disk.
  private final class FullStorage: SessionStorage, @unchecked Sendable {  // The lock protects all state.
    private let lock = NSLock()
    private var last: KeptSession?

    /// The last session that could not be stored.
    var refused: KeptSession? { lock.withLock { last } }

    func load() -> KeptSession? { nil }
    func keep(_ session: KeptSession?) throws {
      guard let session else { return }
      lock.withLock { last = session }
      throw POSIXError(.ENOSPC)
    }
  }

  @Test func anExpiredAccessTokenIsRenewedDuringACall() async throws {
    let store = try await TestStore(tokenLifetime: 100)
    let app = try await TestApp(store)
    let first = try SessionFile(file: app.session).load()
    store.watch.advance(by: 99)
    #expect(try await app.service.purchases().isEmpty)
    let second = try SessionFile(file: app.session).load()
    #expect(second?.accessToken != first?.accessToken && second?.refreshToken == first?.refreshToken)
    await store.stop()
  }

  @Test func anAccessTokenThatTheStoreRefusesIsRenewedOnceForAllCalls() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    // Simulates a device whose clock is slow, so that an expired token still looks valid to the device.
    var kept = try #require(try SessionFile(file: app.session).load())
    (kept.renewsAt, kept.expiresAt) = (.distantFuture, .distantFuture)
    store.watch.advance(by: 1000)
    try SessionFile(file: app.session).keep(kept)
    try await app.relaunch()
    let service = app.service
    let calls = (0..<24).map { _ in Task { try await service.paymentMethods(of: service.account) } }
    for call in calls { _ = try await call.value }
    #expect(store.answers(to: .refreshSession) == 1)
    let renewed = try #require(try SessionFile(file: app.session).load())
    #expect(renewed.accessToken != kept.accessToken)
    #expect(await app.service.session()?.account == kept.account)
    await store.stop()
  }

  @Test func aPaymentWhoseTokenExpiresIsPaidOnce() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("coins")
    var kept = try #require(try SessionFile(file: app.session).load())
    (kept.renewsAt, kept.expiresAt) = (.distantFuture, .distantFuture)
    try SessionFile(file: app.session).keep(kept)
    try await app.relaunch()
    store.watch.advance(by: 1000)
    _ = try await app.service.pay(request)
    #expect(try await store.orders.count == 1)
    await store.stop()
  }

  @Test func aRefreshThatFailsBecauseOfTheNetworkKeepsTheSession() async throws {
    let store = try await TestStore(tokenLifetime: 100)
    let app = try await TestApp(store)
    store.watch.advance(by: 200)
    await store.stop()
    await #expect(throws: OnsideServiceError.connectionError) { try await app.service.purchases() }
    try store.start()
    try await store.fail(Failure(.refreshSession, .unavailable))
    await #expect(throws: OnsideServiceError.serviceUnavailable) { try await app.service.purchases() }
    #expect(await app.service.session() != nil)
    try await store.fail()
    #expect(try await app.service.purchases().isEmpty)
    await store.stop()
  }

  @Test func aRefreshWithALostAnswerIsRepeated() async throws {
    let store = try await TestStore(tokenLifetime: 100)
    let app = try await TestApp(store)
    store.watch.advance(by: 200)
    try await store.fail(Failure(.refreshSession, .lostAnswer, times: 2))
    #expect(try await app.service.paymentMethods(of: app.service.account).count == 1)
    await store.stop()
  }

  @Test(arguments: ["<html>Log in to this network.</html>", #"{"status": 401, "title": "Who?", "code": "denied"}"#])
  func a401ThatIsNotTheStoresDoesNotEndTheSession(text: String) async throws {
    let store = try await TestStore(tokenLifetime: 100)
    let app = try await TestApp(store)
    await store.stop()
    let portal = try HTTPServer.inPlace(of: store, HTTPResponse(401, "text/html", Data(text.utf8)))
    for seconds in [0.0, 1000] {
      store.watch.advance(by: seconds)
      for call in [{ _ = try await $0.purchases() }, { _ = try await $0.products(["coins"]) }] as [Call] {
        await #expect {
          try await call(app.service)
        } throws: { error in
          if case OnsideServiceError.internalError = error { true } else { false }
        }
      }
      await #expect(throws: OnsideSignedInAppsHistoryRequestError.internalError) {
        try await app.client.signedInAppsHistory()
      }
    }
    #expect(await app.service.session() != nil)
    #expect(try SessionFile(file: app.session).load() != nil)
    await portal.stop()
    try store.start()
    #expect(try await app.service.purchases().isEmpty)
    await store.stop()
  }

  @Test func aRenewalEndsASessionOnlyIfTheStoreRefusesTheToken() async throws {
    let store = try await TestStore(tokenLifetime: 100)
    let app = try await TestApp(store)
    await store.stop()
    store.watch.advance(by: 1000)
    func refusal(_ code: String) -> HTTPResponse {
      let text = #"{"status": 401, "title": "Why.", "code": "\#(code)"}"#
      return HTTPResponse(401, "application/problem+json", Data(text.utf8))
    }
    let other = try HTTPServer.inPlace(of: store, refusal("not_logged_in"))
    await #expect(throws: OnsideServiceError.internalError("the store answered 401 (not_logged_in)")) {
      try await app.service.purchases()
    }
    #expect(await app.service.session() != nil)
    await other.stop()
    let refusing = try HTTPServer.inPlace(of: store, refusal("invalid_token"))
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await app.service.purchases() }
    #expect(await app.service.session() == nil)
    await refusing.stop()
  }

  @Test func aSessionThatCannotBeSavedIsEndedAtTheStore() async throws {
    let store = try await TestStore()
    let storage = FullStorage()
    let service = NetworkService(
      try StoreAddress(store.url, app: TestStore.app), storage: storage, clock: ContinuousClock(), now: { Date() },
      log: { _ in })
    await #expect {
      try await service.logIn(.email("ada@example.com"))
    } throws: { error in
      if case OnsideServiceError.internalError = error { true } else { false }
    }
    #expect(await service.session() == nil)
    let session = try #require(storage.refused)
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await service.connection.renew(session.refreshToken) }
    await store.stop()
  }

  // MARK: Logouts

  @Test func aLogoutElsewhereEndsTheSessionAndNotifiesObservers() async throws {
    let store = try await TestStore()
    let here = try await TestApp(store)
    let elsewhere = try await TestApp(store, isLoggedIn: false, session: here.session)
    #expect(await elsewhere.service.session()?.account == here.service.session()?.account)
    await elsewhere.service.logOut()
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await here.service.purchases() }
    #expect(await here.service.session() == nil)
    try await here.news.wait { here.news.items.last == .storefront(nil) }
    #expect(here.client.queue.storefront == nil)
    #expect(try SessionFile(file: here.session).load() == nil)
    await store.stop()
  }

  @Test func aLogoutRevokesTheTokensAtTheStore() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let kept = try #require(try SessionFile(file: app.session).load())
    await app.service.logOut()
    let connection = app.service.connection
    #expect(try await connection.send(StoreRequest(.get, "sessions", "current"), token: kept.accessToken).status == 401)
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await connection.renew(kept.refreshToken) }
    await store.stop()
  }

  @Test func aLogoutWithAnExpiredTokenEndsTheSessionAtTheStore() async throws {
    let store = try await TestStore(tokenLifetime: 100)
    let app = try await TestApp(store)
    let kept = try #require(try SessionFile(file: app.session).load())
    store.watch.advance(by: 1000)
    await app.service.logOut()
    await #expect(throws: OnsideServiceError.notLoggedIn) { try await app.service.connection.renew(kept.refreshToken) }
    await store.stop()
  }

  @Test func aLogoutSucceedsWithoutTheStore() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    await store.stop()
    await app.service.logOut()
    #expect(await app.service.session() == nil)
    try await app.relaunch()
    #expect(await app.service.session() == nil)
  }

  @Test func twoAppsOfOneAccountHaveSeparateSessions() async throws {
    let store = try await TestStore()
    let (first, second) = (try await TestApp(store), try await TestApp(store))
    #expect(await first.service.session()?.account == second.service.session()?.account)
    await first.service.logOut()
    #expect(try await second.service.purchases().isEmpty)
    await store.stop()
  }

  // MARK: Launches

  @Test func anOfflineLaunchKeepsTheSessionAndDeliversUnfinishedTransactions() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let account = await app.service.session()?.account
    try await app.client.queue.enqueue(app.payment("coins"))
    let purchased = try await app.news.wait(for: .purchased)
    await store.stop()
    try await app.relaunch()
    #expect(await app.service.session()?.account == account)
    #expect(try await app.news.wait(for: .purchased).id == purchased.id)
    #expect(app.client.queue.storefront?.countryCode == "DE")
    await #expect(throws: OnsideProductsRequestError.connectionError) { try await app.client.products(["coins"]) }
    // Without a relaunch, the app must work again as soon as it is online.
    try store.start()
    #expect(try await app.client.products(["coins"]).products.count == 1)
    app.client.queue.finishTransaction(purchased)
    try await app.news.wait { app.news.removals.map(\.id) == [purchased.id] }
    await store.stop()
  }

  @Test func aLaunchLoadsAChangedStorefront() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let account = try #require(await app.service.session()?.account)
    try await store.move(account, to: "FRA")
    try await app.relaunch()
    try await app.news.wait { app.client.queue.storefront?.countryCode == "FR" }
    // The new storefront must also be on disk, for a launch without the store.
    await store.stop()
    try await app.relaunch()
    #expect(app.client.queue.storefront?.countryCode == "FR")
  }

  @Test func aLaunchNoticesThatTheSessionHasEnded() async throws {
    let store = try await TestStore()
    let here = try await TestApp(store)
    let elsewhere = try await TestApp(store, isLoggedIn: false, session: here.session)
    await elsewhere.service.logOut()
    try await here.relaunch()
    try await eventually { await here.service.session() == nil }
    await store.stop()
  }

  @Test func aRestoreLoadsAChangedStorefront() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let account = try #require(await app.service.session()?.account)
    // Waits until the store has answered the launch's own request, so that only the restore can find the new country.
    _ = try await app.service.refreshSession()
    try await store.move(account, to: "FRA")
    _ = try await app.service.purchases()
    #expect(await app.service.session()?.storefront.countryCode == "FR")
    await store.stop()
  }

  // MARK: Secrets

  @Test func noTokenIsInALogOrAnError() async throws {
    let store = try await TestStore(tokenLifetime: 100)
    let app = try await TestApp(store)
    let kept = try #require(try SessionFile(file: app.session).load())
    var said: [String] = []
    for failure in [Failure.Kind.unavailable, .notJSON, .lostAnswer, .rateLimited] {
      for operation in [SandboxOperation.refreshSession, .signedHistory, .logIn] {
        try await store.fail(Failure(operation, failure))
        store.watch.advance(by: 1000)
        do { _ = try await app.service.signedHistory() } catch { said += ["\(error)", String(reflecting: error)] }
        do { _ = try await app.service.logIn(.email("ada@example.com")) } catch {
          said += ["\(error)", String(reflecting: error)]
        }
      }
    }
    var dumped = ""
    dump(app.service, to: &dumped)
    let all = (said + app.log.lines + [dumped]).joined(separator: "\n")
    #expect(said.count > 10)
    for session in [kept, try SessionFile(file: app.session).load()].compactMap(\.self) {
      #expect(!all.contains(session.accessToken.secret) && !all.contains(session.refreshToken.secret))
    }
    await store.stop()
  }
}

extension HTTPServer {
  /// Starts a server at the address of a stopped store. The server gives the same answer to every request.
  @MainActor fileprivate static func inPlace(of store: TestStore, _ answer: HTTPResponse) throws -> HTTPServer {
    var options = HTTPServer.Options()
    options.port = UInt16(store.url.port ?? 0)
    let server = HTTPServer(options) { _ in answer }
    _ = try server.start()
    return server
  }
}
