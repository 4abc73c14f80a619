#if os(Linux)
import CausewayJOSE
import CausewayJSON
import Foundation
import LedgerTestSupport
import OnsideMerchant
import SeededGenerator
import Testing

/// The store's notifications, with keys over HTTP and a ledger in SQLite.
@Suite("Notifications of the store") struct NotificationTests {
  private let now = InAppPurchase.epoch + 20
  private let order = HistoryForms.order(1)
  private let backend: TestBackend

  init() throws {
    backend = try TestBackend(clock: { InAppPurchase.epoch + 20 })
  }

  private func receiver(keys: SigningKey? = nil) throws -> NotificationReceiver {
    let verifier =
      if let key = keys?.publicKey() { HistoryVerifier(keys: JSONWebKeySet([key])) } else { try backend.verifier() }
    return NotificationReceiver(
      ledger: backend.ledger, bundleIDs: [TestBackend.bundleID], merchantID: "merchant-1", verifier: verifier)
  }

  private func notification(
    fetched: TimeInterval = 5, revoked: TimeInterval? = 4, merchant: String = "merchant-1", at date: Date? = nil,
    app: String = TestBackend.bundleID, by key: SigningKey = TestKeys.rsa
  ) throws -> String {
    let purchase = InAppPurchase(order: order, fetched: fetched, revoked: revoked, app: app)
    return try StoreNotification(
      id: UUID(), merchantID: merchant, createdAt: date ?? now, history: TransactionHistory(transactions: [purchase])
    ).signed(by: key)
  }

  private func grant() async throws {
    _ = try await backend.ledger.record(SignedHistory([InAppPurchase(order: order)]), for: "anna")
  }

  @Test("A refund takes effect, with the notification as its evidence") func refund() async throws {
    try await grant()
    let jws = try notification()
    #expect(try await receiver().receive(jws, at: now) == [LedgerDecision(orderID: order, outcome: .revoked)])
    #expect(try await backend.ledger.entitlements(of: "anna", at: now).isEmpty)
    #expect(try await backend.ledger.evidence(of: order).last?.jws == jws)
  }

  @Test("Repeated notifications, and those in another order, are applied once") func disturbed() async throws {
    let states: [(fetched: TimeInterval, revoked: TimeInterval?)] = [(2, 1.5), (3, nil), (4, 3.5), (5, nil), (6, 5.5)]
    let notifications = try states.map { try notification(fetched: $0.fetched, revoked: $0.revoked) }
    try await grant()
    var generator = SeededGenerator()
    for jws in (notifications + notifications).shuffled(using: &generator) {
      _ = try await receiver().receive(jws, at: now)
    }
    #expect(try await backend.ledger.entitlements(of: "anna", at: now).isEmpty, "seed \(generator.seed)")
    let stored = try #require(try await backend.ledger.order(order))
    #expect(stored.statement.fetchedAt == LedgerTime(InAppPurchase.epoch + 6), "seed \(generator.seed)")
    let count = try await backend.ledger.evidence(of: order).count
    for jws in notifications { _ = try await receiver().receive(jws, at: now) }
    #expect(try await backend.ledger.evidence(of: order).count == count)
  }

  @Test("A recorded notification is not recorded again, also if somebody repeats it") func replayed() async throws {
    try await grant()
    let (receiver, jws) = (try receiver(), try notification())
    #expect(try await receiver.receive(jws, at: now).count == 1)
    // A closed ledger answers no call.
    await backend.ledger.close()
    #expect(try await receiver.receive(jws, at: now).isEmpty)
    await #expect(throws: NotificationError.ledger(.closed)) { try await receiver.receive(notification(), at: now) }
  }

  @Test("A notification that the store did not sign now for this merchant is refused, and changes nothing")
  func refused() async throws {
    try await grant()
    let history = try TestKeys.rsa.sign(
      TransactionHistory(transactions: [InAppPurchase(order: order, fetched: 9, revoked: 4)]).json.jsonBytes)
    let refusals: [(String, NotificationError)] = [
      ("nonsense", .history(.notSigned(.wrongNumberOfParts(1)))),
      (history, .notANotification),
      (try notification(merchant: "merchant-2"), .otherMerchant),
      (try notification(app: "com.example.other"), .otherApp),
      (try notification(at: now - 301), .outsideWindow), (try notification(at: now + 301), .outsideWindow),
    ]
    let receiver = try receiver()
    for (jws, error) in refusals {
      do throws(NotificationError) {
        _ = try await receiver.receive(jws, at: now)
        Issue.record("the notification was accepted instead of \(error)")
      } catch let refusal {
        if case .history = error, case .history = refusal { continue }
        #expect(refusal == error)
      }
    }
    await #expect(throws: NotificationError.self) {
      try await receiver.receive(notification(by: TestKeys.stranger), at: now)
    }
    #expect(try await backend.ledger.entitlements(of: "anna", at: now).count == 1)
  }

  @Test("A notification cannot be presented as the history of an app for more than it says") func asHistory()
    async throws
  {
    let validation = try await backend.validator(.never).validate(try notification(), for: "anna", at: now)
    #expect(validation.decisions.map(\.outcome) == [.revoked] && validation.entitlements.isEmpty)
  }

  @Test("A refund that cannot be read is refused, so that the store sends it again") func unusable() async throws {
    try await grant()
    let other = InAppPurchase(order: HistoryForms.order(2), fetched: 5)
    let refunded = InAppPurchase(order: order, fetched: 5, revoked: 4)
    let (id, receiver) = (UUID(), try receiver())
    /// Signs the refund of the granted order, beside a purchase that nobody has presented.
    func notification(revokedAt date: String) throws -> String {
      var payload = TransactionHistory(transactions: [other, refunded]).json.objectValue ?? [:]
      payload["notification"] = [
        "id": .string(id.uuidString), "merchant_id": "merchant-1", "created_at": .string(RFC3339.text(now)),
      ]
      let text = JSONValue.object(payload).json
        .replacingOccurrences(of: RFC3339.text(InAppPurchase.epoch + 4), with: date)
      return try TestKeys.rsa.sign(Array(text.utf8), type: StoreNotification.type)
    }
    let violation = await #expect(throws: NotificationError.self) {
      try await receiver.receive(notification(revokedAt: "yesterday"), at: now)
    }
    guard case .unusablePurchase(let violation) = violation else {
      Issue.record("\(String(describing: violation))")
      return
    }
    #expect(violation.place == "transactions[1].revocation_date")
    #expect(try await backend.ledger.order(other.orderID) != nil)
    #expect(try await backend.ledger.entitlements(of: "anna", at: now).count == 1)
    let corrected = try notification(revokedAt: RFC3339.text(InAppPurchase.epoch + 4))
    #expect(try await receiver.receive(corrected, at: now).map(\.outcome) == [.revoked])
  }

  @Test("A notification without a purchase is none") func empty() async throws {
    let jws = try StoreNotification(
      id: UUID(), merchantID: "merchant-1", createdAt: now, history: TransactionHistory(transactions: [])
    ).signed(by: TestKeys.rsa)
    await #expect(throws: NotificationError.notANotification) { try await receiver().receive(jws, at: now) }
  }

  @Test("The store may change its key") func rotatedKey() async throws {
    try await grant()
    #expect(try await receiver().receive(notification(by: TestKeys.p256), at: now).count == 1)
  }
}
#endif
