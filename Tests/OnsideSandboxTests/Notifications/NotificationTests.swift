import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

/// The store's notifications, sent over HTTP to a publisher's backend with a ledger.
@Suite("Notifications to the merchant", .timeLimit(.minutes(2))) struct NotificationTests {
  private func buy(_ product: String, _ store: SandboxStore) async throws -> UUID {
    let order = try await store.buy(product, by: store.session()).order
    return try #require(UUID(uuidString: order.id))
  }

  @Test("A purchase and a refund are notified, and the refund takes effect without a history of the app")
  func refund() async throws {
    let backend = try NotifiedBackend()
    let order = try await buy(TestShop.coins, backend.store)
    // Nobody has the order yet.
    #expect(try #require(await backend.next { $0.status == 204 }).outcomes.isEmpty)
    #expect(try await backend.present(order) == [.granted])
    backend.server.test.time.pass(1)
    _ = try await backend.store.run { try $0.orders.refund(order, reason: "asked for") }
    _ = try #require(await backend.next { $0.outcomes == [.revoked] })
    #expect(try await backend.ledger.entitlements(of: "ann", at: backend.server.test.time.now).isEmpty)
    await backend.stop()
  }

  @Test("A notification that the backend refuses is sent again until it is accepted") func refused() async throws {
    let backend = try NotifiedBackend(refusals: 2)
    _ = try await buy(TestShop.coins, backend.store)
    for status in [503, 503, 204] { #expect(try #require(await backend.next()).status == status) }
    await backend.stop()
  }

  @Test("A failed delivery is logged, also if the server logs no requests", .timeLimit(.minutes(1)))
  func logged() async throws {
    var test = try TestStore()
    test.options.notificationURL = URL(string: "http://127.0.0.1:1")
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    var options = SandboxServer.Options()
    options.notificationLog = { continuation.yield($0) }
    let server = SandboxServer(try test.open(), options)
    _ = try server.start()
    _ = try await buy(TestShop.coins, server.store)
    let line = try #require(await lines.first { _ in true })
    #expect(line.hasPrefix("a notification could not be sent to http://127.0.0.1:1: "), "\(line)")
    #expect(!line.contains("unreachable("), "\(line)")
    await server.stop()
  }

  @Test("The pauses between deliveries grow, and after 20 deliveries a notification is given up") func pauses()
    async throws
  {
    var test = try TestStore()
    test.options.notificationURL = URL(string: "http://127.0.0.1:1")
    let store = try test.open()
    _ = try await buy(TestShop.coins, store)
    func due() async throws -> PendingNotification? {
      try await store.run { try $0.notifications.due(limit: 10).first?.pending }
    }
    for (attempts, pause) in [1.0, 2, 4, 8].enumerated() {
      let notification = try #require(try await due())
      #expect(notification.attempts == attempts)
      #expect(try await store.run { try $0.notifications.failed(notification) })
      test.time.pass(pause - 0.5)
      #expect(try await due() == nil)
      test.time.pass(0.5)
    }
    for attempts in 4..<20 {
      let notification = try #require(try await due())
      #expect(try await store.run { try $0.notifications.failed(notification) } == (attempts < 19))
      test.time.pass(NotificationService.pause.longest / .seconds(1))
    }
    #expect(try await due() == nil)
    await store.close()
  }

  @Test("A renewal is notified even if nobody asks for the order") func renewal() async throws {
    let backend = try NotifiedBackend()
    let order = try await buy(TestShop.plain, backend.store)
    _ = try await backend.present(order)
    _ = try await backend.store.moveClock(bySeconds: 40 * 86_400, rate: nil)
    let renewal = try #require(await backend.next { $0.outcomes.contains(.granted) })
    #expect(renewal.outcomes == [.expired, .granted])
    await backend.stop()
  }

  @Test("Repeated and overtaken notifications are applied once") func disturbed() async throws {
    let backend = try NotifiedBackend(isDisturbed: true)
    let order = try await buy(TestShop.coins, backend.store)
    for _ in 0..<2 { _ = try #require(await backend.next { $0.status == 204 }) }
    _ = try await backend.present(order)
    backend.server.test.time.pass(1)
    _ = try await backend.store.run { try $0.orders.refund(order, reason: nil) }
    _ = try #require(await backend.next { $0.outcomes == [.revoked] })
    // The refund again, and then the purchase once more. The backend has both already.
    for _ in 0..<2 { _ = try #require(await backend.next { $0.status == 204 && $0.outcomes.isEmpty }) }
    #expect(try await backend.ledger.evidence(of: order).map(\.outcome) == [.granted, .revoked])
    await backend.stop()
  }

  @Test("Notifications are signed with the store's new key after a rotation") func rotation() async throws {
    let backend = try NotifiedBackend()
    _ = try await buy(TestShop.coins, backend.store)
    _ = try #require(await backend.next { $0.status == 204 })
    _ = try await backend.store.run { try $0.signingKeys.rotate(.es256) }
    _ = try await buy(TestShop.coins, backend.store)
    _ = try #require(await backend.next { $0.status == 204 })
    await backend.stop()
  }

  @Test("Only the last notifications of some orders are kept to be repeated") func earlier() {
    var earlier = EarlierNotifications()
    #expect(earlier.replace("one", of: "first") == nil)
    #expect(earlier.replace("two", of: "first") == "one")
    for number in 1...EarlierNotifications.limit { _ = earlier.replace("text", of: "order \(number)") }
    #expect(earlier.replace("three", of: "first") == nil)
    #expect(earlier.replace("text", of: "order \(EarlierNotifications.limit)") == "text")
  }

  @Test("A store without a receiver keeps no notifications") func without() async throws {
    let store = try TestStore().open()
    _ = try await buy(TestShop.coins, store)
    #expect(try await store.run { try $0.notifications.due(limit: 10).isEmpty })
    await store.close()
  }
}
