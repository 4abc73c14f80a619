#if os(Linux)
import Foundation
import OnsideMerchant
import Testing

/// Onside's description of purchase validation: the app sends the JWS and the order, and the backend checks them.
@Suite("Validation, as Onside describes it") struct ValidationTests {
  @Test("The JWS is verified with the published keys, the order is confirmed, and the purchase is granted")
  func granted() async throws {
    let backend = try TestBackend()
    try backend.publish(HistoryForms.purchase(1))
    let validator = try backend.validator(.always(try backend.client()))
    let jws = try HistoryForms.signed(HistoryForms.purchase(1))
    let validation = try await validator.validate(jws, order: HistoryForms.order(1), for: "anna")
    #expect(validation.decisions.map(\.outcome) == [.granted])
    #expect(validation.entitlements.map(\.productID) == ["com.example.shop.pro"])
    #expect(backend.askedOrders == [HistoryForms.order(1)])
    #expect(backend.server.requests.filter { $0.path == [".well-known", "jwks.json"] }.count == 1)
  }

  @Test("An order is granted once, however often it is presented")
  func once() async throws {
    let backend = try TestBackend()
    try backend.publish(HistoryForms.purchase(1))
    let validator = try backend.validator(.newOrders(try backend.client()))
    let jws = try HistoryForms.signed(HistoryForms.purchase(1))
    let outcomes = try await withThrowingTaskGroup(of: [LedgerDecision.Outcome].self) { group in
      for _ in 0..<20 { group.addTask { try await validator.validate(jws, for: "anna").decisions.map(\.outcome) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(outcomes.filter { $0 == .granted }.count == 1)
    #expect(outcomes.filter { $0 == .alreadyGranted }.count == 19)
  }

  @Test("A refund that the Merchant API reports removes the entitlement")
  func refund() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.always(try backend.client()))
    try backend.publish(HistoryForms.purchase(1))
    let jws = try HistoryForms.signed(HistoryForms.purchase(1))
    #expect(try await validator.validate(jws, for: "anna").entitlements.count == 1)
    try backend.publish(
      HistoryForms.purchase(
        1, ["revocation_date": "2026-02-01T00:00:00Z", "fetched_at": "2026-02-01T00:00:01Z"]))
    let validation = try await validator.validate(jws, for: "anna")
    #expect(validation.decisions.map(\.outcome) == [.revoked])
    #expect(validation.entitlements.isEmpty)
  }
}
#endif
