#if os(Linux)
import CausewayHTTP
import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

/// Histories of more orders than one call confirms, and a Merchant API that fails. Onside's documents do not define the
/// backend's behavior in these cases.
@Suite("Confirmation") struct ConfirmationTests {
  private let first = HistoryForms.order(1)
  private let purchases = (1...4).map { HistoryForms.purchase($0) }
  private let orders = Set((1...4).map(HistoryForms.order))

  /// Returns a backend whose Merchant API has ``purchases``.
  private func backend() throws -> TestBackend {
    let backend = try TestBackend()
    for purchase in purchases { try backend.publish(purchase) }
    return backend
  }

  /// Returns a purchase that was refunded.
  private func refund(_ number: Int, at date: String = "2026-02-01T00:00:01Z") -> JSONValue {
    HistoryForms.purchase(number, ["revocation_date": "2026-01-31T13:00:00Z", "fetched_at": .string(date)])
  }

  // MARK: More orders than one call confirms

  @Test("One call sends at most its limit of requests, and the next calls continue", arguments: [true, false])
  func limit(isAlways: Bool) async throws {
    let backend = try backend()
    let client = try backend.client()
    let validator = try backend.validator(isAlways ? .always(client) : .newOrders(client), maximumConfirmations: 1)
    let jws = try HistoryForms.signed(purchases)
    var granted: [UUID] = []
    for call in 1...orders.count {
      let validation = try await validator.validate(jws, for: "anna")
      #expect(backend.askedOrders.count == call)
      #expect(validation.unconfirmed.values.allSatisfy { $0 == .postponed })
      granted += validation.decisions.filter { $0.outcome == .granted }.map(\.orderID)
    }
    #expect(granted.count == orders.count)
    #expect(Set(granted) == orders)
  }

  @Test("One call sends requests until its timeout, and the next calls continue")
  func time() async throws {
    let backend = try backend()
    let client = try backend.client()
    _ = try await backend.validator(.always(client)).validate(
      try HistoryForms.signed(Array(purchases.dropLast())), for: "anna")
    let last = HistoryForms.order(4)
    backend.silent.value = orders.subtracting([last])
    let validator = try backend.validator(.always(client), confirmationTimeout: .seconds(2))
    let validation = try await validator.validate(try HistoryForms.signed(purchases), for: "anna")
    #expect(validation.decisions == [LedgerDecision(orderID: last, outcome: .granted)])
    #expect(Set(validation.unconfirmed.keys) == orders.subtracting([last]))
    #expect(validation.unconfirmed.values.allSatisfy { $0 == .postponed })
    #expect(backend.askedOrders.count == 3 + 2)
    await backend.release.give()
  }

  @Test("Orders that a silent Merchant API does not confirm are reported as timed out, not as postponed")
  func silence() async throws {
    let backend = try backend()
    backend.silent.value = orders
    let client = try backend.client()
    let validator = try backend.validator(.newOrders(client), confirmationTimeout: .milliseconds(100))
    let validation = try await validator.validate(try HistoryForms.signed(purchases), for: "anna")
    #expect(validation.unconfirmed.values.allSatisfy { $0 == .merchant(.timedOut) })
    #expect(validation.unconfirmed.count == orders.count)
    await backend.release.give()
  }

  @Test("Always: each order is confirmed in its turn, so every refund is found")
  func turn() async throws {
    let backend = try backend()
    let validator = try backend.validator(.always(try backend.client()), maximumConfirmations: 1)
    let jws = try HistoryForms.signed(purchases)
    for number in 1...orders.count {
      for _ in orders { _ = try await validator.validate(jws, for: "anna") }
      try backend.publish(refund(number))
      var left = 0
      for _ in orders { left = try await validator.validate(jws, for: "anna").entitlements.count }
      // All orders are for one product. The customer has the product as long as one of the orders is not refunded.
      #expect(left == (number < orders.count ? 1 : 0))
      #expect(try await backend.ledger.evidence(of: HistoryForms.order(number)).last?.outcome == .revoked)
    }
  }

  @Test("Always: orders that are not in the ledger are confirmed first")
  func newFirst() async throws {
    let backend = try backend()
    let client = try backend.client()
    _ = try await backend.validator(.always(client)).validate(
      try HistoryForms.signed(Array(purchases.dropLast())), for: "anna")
    let validator = try backend.validator(.always(client), maximumConfirmations: 1)
    let validation = try await validator.validate(try HistoryForms.signed(purchases), for: "anna")
    #expect(validation.decisions == [LedgerDecision(orderID: HistoryForms.order(4), outcome: .granted)])
  }

  @Test("Orders that can never be confirmed do not delay the other orders", arguments: [404, 500])
  func blocked(status: Int) async throws {
    let backend = try backend()
    backend.answers.change { answers in
      for number in 1...2 { answers[HistoryForms.order(number)] = HTTPResponse(status) }
    }
    let validator = try backend.validator(.newOrders(try backend.client()), maximumConfirmations: 1)
    let jws = try HistoryForms.signed(purchases)
    for _ in orders { _ = try await validator.validate(jws, for: "anna") }
    #expect(try await backend.ledger.newOrders(of: orders.sorted { $0.uuidString < $1.uuidString }).count == 2)
  }

  // MARK: A refund or an end needs no confirmation

  @Test("A refund in the app's history counts even while the Merchant API fails", arguments: [true, false])
  func refundWithoutConfirmation(isNamed: Bool) async throws {
    let backend = try backend()
    let validator = try backend.validator(.always(try backend.client()))
    let jws = try HistoryForms.signed(purchases[0])
    #expect(try await validator.validate(jws, for: "anna").entitlements.count == 1)
    backend.answers.change { $0[first] = HTTPResponse(503) }
    let refunded = try HistoryForms.signed(refund(1))
    let validation = try await validator.validate(refunded, order: isNamed ? first : nil, for: "anna")
    #expect(validation.decisions == [LedgerDecision(orderID: first, outcome: .revoked)])
    #expect(validation.entitlements.isEmpty)
    #expect(validation.confirmed.isEmpty)
    #expect(validation.unconfirmed.isEmpty)
    // The older history, in which the order is not refunded, must not grant the order again.
    backend.answers.change { $0[first] = nil }
    #expect(try await validator.validate(jws, for: "anna").entitlements.isEmpty)
  }

  @Test("The end of a period in the app's history counts even while the Merchant API fails")
  func endWithoutConfirmation() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.always(try backend.client()))
    func period(until end: JSONValue, at date: JSONValue) -> JSONValue {
      HistoryForms.purchase(
        1, ["product_type": "NON_RENEWING_SUBSCRIPTION", "expires_at": end, "fetched_at": date])
    }
    let runs = period(until: "9999-01-01T00:00:00Z", at: "2026-02-01T00:00:00Z")
    try backend.publish(runs)
    #expect(try await validator.validate(try HistoryForms.signed(runs), for: "anna").entitlements.count == 1)
    backend.answers.change { $0[first] = HTTPResponse(503) }
    let ended = try HistoryForms.signed(period(until: "2026-02-02T00:00:00Z", at: "2026-02-03T00:00:00Z"))
    let validation = try await validator.validate(ended, for: "anna")
    #expect(validation.decisions.map(\.outcome) == [.expired])
    #expect(validation.entitlements.isEmpty)
  }

  @Test("A refund that is older than the ledger's statement changes nothing")
  func olderRefund() async throws {
    let backend = try backend()
    let validator = try backend.validator(.always(try backend.client()))
    _ = try await validator.validate(try HistoryForms.signed(purchases[0]), for: "anna")
    backend.answers.change { $0[first] = HTTPResponse(503) }
    let older = try HistoryForms.signed(refund(1, at: "2026-01-31T12:00:00Z"))
    let validation = try await validator.validate(older, for: "anna")
    #expect(validation.decisions.map(\.outcome) == [.alreadyGranted])
    #expect(validation.entitlements.count == 1)
  }

  @Test("A refunded order that is not in the ledger stays unconfirmed")
  func unknownRefund() async throws {
    let backend = try TestBackend()
    let validator = try backend.validator(.always(try backend.client()))
    let validation = try await validator.validate(try HistoryForms.signed(refund(1)), for: "mallory")
    #expect(validation.decisions.isEmpty)
    #expect(validation.unconfirmed == [first: .merchant(.unknownOrder)])
    #expect(try await backend.ledger.evidence(of: first).isEmpty)
  }

  @Test("A purchase that is still valid needs its confirmation")
  func standing() async throws {
    let backend = try backend()
    let validator = try backend.validator(.always(try backend.client()))
    _ = try await validator.validate(try HistoryForms.signed(purchases[0]), for: "anna")
    backend.answers.change { $0[first] = HTTPResponse(503) }
    let validation = try await validator.validate(try HistoryForms.signed(purchases[0]), for: "anna")
    #expect(validation.unconfirmed == [first: .merchant(.unavailable(status: 503, retryAfter: nil))])
    #expect(validation.entitlements.count == 1)
  }
}
#endif
