#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

/// The rules for the backend's validation that Onside's documents do not define.
@Suite("Validation") struct ValidationOutcomeTests {
  private let first = HistoryForms.order(1)
  private let second = HistoryForms.order(2)

  private func error(
    of validator: PurchaseValidator, _ jws: String, order: UUID? = nil, for customer: String = "anna"
  ) async -> ValidationError? {
    do throws(ValidationError) {
      _ = try await validator.validate(jws, order: order, for: customer)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Requests to the Merchant API

  @Test("Never: the app's history is enough, and no request is sent")
  func never() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.never)
    let validation = try await validator.validate(
      try HistoryForms.signed(HistoryForms.purchase(1), HistoryForms.purchase(2)), for: "anna")
    #expect(validation.decisions.map(\.orderID) == [first, second])
    #expect(validation.decisions.allSatisfy { $0.outcome == .granted })
    #expect(backend.askedOrders.isEmpty)
  }

  @Test("New orders: each order is confirmed once, and later the app's history is enough")
  func newOrders() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.newOrders(try backend.client()))
    try backend.publish(HistoryForms.purchase(1))
    try backend.publish(HistoryForms.purchase(2))
    let one = try HistoryForms.signed(HistoryForms.purchase(1))
    let both = try HistoryForms.signed(HistoryForms.purchase(1), HistoryForms.purchase(2))
    #expect(try await validator.validate(one, for: "anna").decisions.map(\.outcome) == [.granted])
    #expect(try await validator.validate(one, for: "anna").decisions.map(\.outcome) == [.alreadyGranted])
    let validation = try await validator.validate(both, for: "anna")
    #expect(validation.decisions.map(\.outcome) == [.alreadyGranted, .granted])
    #expect(backend.askedOrders == [first, second])
    let refunded = try HistoryForms.signed(
      HistoryForms.purchase(
        1, ["revocation_date": "2026-02-01T00:00:00Z", "fetched_at": "2026-02-01T00:00:01Z"]))
    #expect(try await validator.validate(refunded, for: "anna").decisions.map(\.outcome) == [.revoked])
    #expect(backend.askedOrders == [first, second])
  }

  @Test("An order that was refused to another customer is still new")
  func refusedIsNew() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.newOrders(try backend.client()))
    let purchase = HistoryForms.purchase(1, ["app_account_token": "anna"])
    try backend.publish(purchase)
    let jws = try HistoryForms.signed(purchase)
    #expect(try await validator.validate(jws, for: "mallory").decisions.map(\.outcome) == [.belongsToAnother])
    #expect(try await validator.validate(jws, for: "anna").decisions.map(\.outcome) == [.granted])
    #expect(backend.askedOrders == [first, first])
  }

  @Test("Always: each validation confirms the order")
  func always() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.always(try backend.client()))
    try backend.publish(HistoryForms.purchase(1))
    let jws = try HistoryForms.signed(HistoryForms.purchase(1))
    for _ in 0..<3 { _ = try await validator.validate(jws, for: "anna") }
    #expect(backend.askedOrders == [first, first, first])
  }

  @Test("The result lists the presented orders, and those that the Merchant API confirmed in this call")
  func confirmed() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.newOrders(try backend.client()))
    try backend.publish(HistoryForms.purchase(1))
    let both = try HistoryForms.signed(HistoryForms.purchase(2), HistoryForms.purchase(1))
    let validation = try await validator.validate(both, for: "anna")
    #expect(validation.purchases.map(\.orderID) == [second, first])
    #expect(validation.confirmed == [first])
    #expect(validation.unconfirmed.keys.sorted { $0.uuidString < $1.uuidString } == [second])
    let again = try await validator.validate(both, order: first, for: "anna")
    #expect(again.purchases.map(\.orderID) == [first])
    #expect(again.confirmed.isEmpty)
  }

  @Test("One answer confirms every order of a subscription")
  func subscription() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.newOrders(try backend.client()))
    let changes: KeyValuePairs<String, JSONValue?> = [
      "product_type": "AUTO_RENEWABLE_SUBSCRIPTION", "expires_at": "9999-01-01T00:00:00Z",
      "original_order_id": .string(first.uuidString),
    ]
    let orders = [HistoryForms.purchase(1, changes), HistoryForms.purchase(2, changes)]
    try backend.publish(orders[0], orders[1])
    let validation = try await validator.validate(try HistoryForms.signed(orders[0], orders[1]), for: "anna")
    #expect(validation.decisions.map(\.outcome) == [.granted, .granted])
    #expect(validation.entitlements.count == 1)
    #expect(backend.askedOrders == [first])
  }

  // MARK: The order that the app names

  @Test("Only the named order counts")
  func named() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.never)
    let jws = try HistoryForms.signed(HistoryForms.purchase(1), HistoryForms.purchase(2))
    let validation = try await validator.validate(jws, order: second, for: "anna")
    #expect(validation.decisions == [LedgerDecision(orderID: second, outcome: .granted)])
    #expect(try await backend.ledger.evidence(of: first).isEmpty)
  }

  @Test("The named order must be in the app's history")
  func notInHistory() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.always(try backend.client()))
    try backend.publish(HistoryForms.purchase(2))
    let jws = try HistoryForms.signed(HistoryForms.purchase(1))
    #expect(await error(of: validator, jws, order: second) == .orderNotInHistory(second))
    let unusable = try HistoryForms.signed(HistoryForms.purchase(2, ["quantity": 0]))
    #expect(await error(of: validator, unusable, order: second) == .orderNotInHistory(second))
    #expect(backend.askedOrders.isEmpty)
  }

  @Test("If the named order cannot be confirmed, the validation fails and records nothing")
  func notConfirmed() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.newOrders(try backend.client()))
    let jws = try HistoryForms.signed(HistoryForms.purchase(1))
    let cases: [(HTTPResponse?, ConfirmationError)] = [
      (nil, .merchant(.unknownOrder)), (HTTPResponse(403), .merchant(.notAllowed)),
      (HTTPResponse(401), .merchant(.unauthorized)),
      (HTTPResponse(500), .merchant(.unavailable(status: 500, retryAfter: nil))),
      (try answer(HistoryForms.signed(HistoryForms.purchase(2))), .orderMissing),
      (try answer(HistoryForms.signed(HistoryForms.purchase(1, ["quantity": 0]))), .orderMissing),
      (try answer(HistoryForms.signed(HistoryForms.purchase(1, ["bundle_id": "other"]))), .otherApp),
      (
        try answer(HistoryForms.signed(HistoryForms.purchase(1), by: TestKeys.stranger)),
        .history(.signature(.wrongSignature))
      ),
    ]
    for (answer, reason) in cases {
      backend.answers.change { $0[first] = answer }
      #expect(await error(of: validator, jws, order: first) == .notConfirmed(first, reason))
      #expect(try await validator.validate(jws, for: "anna").unconfirmed == [first: reason])
    }
    #expect(try await backend.ledger.evidence(of: first).isEmpty)
    #expect(try await backend.ledger.entitlements(of: "anna", at: Date()).isEmpty)
  }

  private func answer(_ jws: String) -> HTTPResponse { HTTPResponse(200, "application/jose", Data(jws.utf8)) }

  // MARK: Several orders

  @Test("An order that cannot be confirmed does not stop the others")
  func partly() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.newOrders(try backend.client()))
    try backend.publish(HistoryForms.purchase(2))
    let jws = try HistoryForms.signed(HistoryForms.purchase(1), HistoryForms.purchase(2))
    let validation = try await validator.validate(jws, for: "anna")
    #expect(validation.decisions == [LedgerDecision(orderID: second, outcome: .granted)])
    #expect(validation.unconfirmed == [first: .merchant(.unknownOrder)])
  }

  @Test("If the Merchant API is unreachable, no request is sent for the other orders")
  func away() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.newOrders(try backend.client()))
    backend.answers.change { $0[first] = HTTPResponse(503) }
    let jws = try HistoryForms.signed(HistoryForms.purchase(1), HistoryForms.purchase(2))
    let validation = try await validator.validate(jws, for: "anna")
    let reason = ConfirmationError.merchant(.unavailable(status: 503, retryAfter: nil))
    #expect(validation.unconfirmed == [first: reason, second: reason])
    #expect(Set(backend.askedOrders) == [first])
  }

  // MARK: Refused histories

  @Test("A history is refused if all or some of its purchases are from another app")
  func otherApp() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.never)
    let other = HistoryForms.purchase(2, ["bundle_id": "com.example.other"])
    #expect(await error(of: validator, try HistoryForms.signed(other)) == .otherApp)
    #expect(
      await error(of: validator, try HistoryForms.signed(HistoryForms.purchase(1), other), order: first) == .otherApp)
    #expect(try await backend.ledger.evidence(of: first).isEmpty)
  }

  @Test("Purchases in another app are not in the answer, although the ledger has them")
  func entitlementsOfOtherApp() async throws {
    let backend = try TestBackend()
    let other = try backend.validator(.never, bundleIDs: ["com.example.other"])
    let others = try HistoryForms.signed(HistoryForms.purchase(2, ["bundle_id": "com.example.other"]))
    #expect(try await other.validate(others, for: "anna").entitlements.map(\.orderID) == [second])
    let own = try HistoryForms.signed(HistoryForms.purchase(1))
    let validation = try await backend.validator(.never).validate(own, for: "anna")
    #expect(validation.entitlements.map(\.orderID) == [first])
    #expect(validation.entitlements.map(\.bundleID) == [TestBackend.bundleID])
  }

  @Test("A history that the store did not sign is refused")
  func notSigned() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.never)
    let jws = try HistoryForms.signed(HistoryForms.purchase(1), by: TestKeys.stranger)
    #expect(await error(of: validator, jws) == .history(.signature(.wrongSignature)))
    #expect(await error(of: validator, "x") == .history(.notSigned(.wrongNumberOfParts(1))))
  }

  @Test("An empty customer causes the ledger's error")
  func noCustomer() async throws {
    let backend = try TestBackend()
    let jws = try HistoryForms.signed(HistoryForms.purchase(1))
    #expect(await error(of: try backend.validator(.never), jws, for: "") == .ledger(.invalidCustomer))
  }

  @Test("Violations of the schema are reported")
  func violations() async throws {
    let backend = try TestBackend()
    let jws = try HistoryForms.signed(HistoryForms.purchase(1, ["price": "4.99"]))
    let validation = try await backend.validator(.never).validate(jws, for: "anna")
    #expect(validation.decisions.map(\.outcome) == [.granted])
    #expect(validation.violations.map(\.place) == ["transactions[0].price"])
  }

  @Test("An empty history returns the existing entitlements")
  func empty() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.never)
    _ = try await validator.validate(try HistoryForms.signed(HistoryForms.purchase(1)), for: "anna")
    let validation = try await validator.validate(try HistoryForms.signed(), for: "anna")
    #expect(validation.decisions.isEmpty)
    #expect(validation.entitlements.count == 1)
  }
}
#endif
