import CausewayJOSE
import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

@Suite("Ledgers") struct LedgerTests {
  private let order = UUID()

  @Test("An order is granted once, even if the ledger is closed and opened again", arguments: LedgerKind.allCases)
  func reopened(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let history = SignedHistory([InAppPurchase(order: order)])
    var ledger = try await place.open()
    #expect(try await ledger.record(history, for: "ann").map(\.outcome) == [.granted])
    await ledger.close()
    ledger = try await place.open()
    #expect(
      try await ledger.record(history, for: "ann") == [LedgerDecision(orderID: order, outcome: .alreadyGranted)])
    #expect(try await ledger.entitlements(of: "ann", at: InAppPurchase.epoch).map(\.orderID) == [order])
    await ledger.close()
  }

  @Test("The decisions have the order of the purchases, and each follows the rules", arguments: LedgerKind.allCases)
  func decisions(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let first = InAppPurchase(order: order, type: .autoRenewableSubscription, expires: 5)
      let renewal = InAppPurchase(order: UUID(), original: order, type: .autoRenewableSubscription, expires: 20)
      let refunded = InAppPurchase(order: UUID(), revoked: 1)
      let foreign = InAppPurchase(order: UUID(), token: "bob")
      let history = SignedHistory([first, renewal, refunded, foreign, renewal])
      let decisions = try await ledger.record(history, for: "ann")
      #expect(decisions.map(\.orderID) == history.history.transactions.map(\.orderID))
      #expect(decisions.map(\.outcome) == [.expired, .granted, .revoked, .belongsToAnother, .alreadyGranted])
      #expect(
        try await ledger.entitlements(of: "ann", at: InAppPurchase.epoch + 10).map(\.orderID) == [renewal.orderID])
      #expect(try await ledger.entitlements(of: "bob", at: InAppPurchase.epoch + 10).isEmpty)
    }
  }

  @Test(
    "Recording a history returns the decisions and what the customer owns then, if the caller asks for both",
    arguments: LedgerKind.allCases)
  func decisionsAndEntitlements(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let now = InAppPurchase.epoch + 10
      let first = try await ledger.record(SignedHistory([InAppPurchase(order: order)]), for: "ann", entitlementsAt: now)
      #expect(first.decisions == [LedgerDecision(orderID: order, outcome: .granted)])
      #expect(first.entitlements.map(\.orderID) == [order])
      let subscription = InAppPurchase(order: UUID(), product: "news", type: .autoRenewableSubscription, expires: 20)
      let second = try await ledger.record(SignedHistory([subscription]), for: "ann", entitlementsAt: now)
      #expect(second.decisions.map(\.outcome) == [.granted])
      #expect(second.entitlements == (try await ledger.entitlements(of: "ann", at: now)))
      #expect(second.entitlements.count == 2)
      let ended = try await ledger.record(SignedHistory([subscription]), for: "ann", entitlementsAt: now + 30)
      #expect(ended.entitlements.map(\.orderID) == [order], "the entitlements are those of another time")
      let other = try await ledger.record(SignedHistory([subscription]), for: "bob", entitlementsAt: now)
      #expect(other.decisions.map(\.outcome) == [.belongsToAnother])
      #expect(other.entitlements.isEmpty)
      await #expect(throws: LedgerError.invalidCustomer) {
        try await ledger.record(SignedHistory([subscription]), for: "", entitlementsAt: now)
      }
      await ledger.close()
      await #expect(throws: LedgerError.closed) {
        try await ledger.record(SignedHistory([subscription]), for: "ann", entitlementsAt: now)
      }
    }
  }

  @Test("A grant replaces the decision of a clock that was ahead in the evidence", arguments: LedgerKind.allCases)
  func grantAfterWrongClock(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let clock = TestClock()
    let ledger = try await place.open(clock: { clock.now })
    let history = SignedHistory([InAppPurchase(order: order, type: .autoRenewableSubscription, expires: 100)])
    clock.set(3_600)
    #expect(try await ledger.record(history, for: "ann").map(\.outcome) == [.expired])
    clock.set(10)
    #expect(try await ledger.record(history, for: "ann").map(\.outcome) == [.granted])
    let evidence = try await ledger.evidence(of: order)
    #expect(evidence.map(\.outcome) == [.granted])
    #expect(evidence.map(\.date) == [clock.now])
    // The same statement, presented once more after its end, changes nothing.
    clock.set(3_600)
    #expect(try await ledger.record(history, for: "ann").map(\.outcome) == [.expired])
    #expect(try await ledger.evidence(of: order) == evidence)
    await ledger.close()
  }

  @Test("Every value of an order is stored unchanged", arguments: LedgerKind.allCases)
  func values(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      // These texts contain characters that have a meaning in SQL or in an array of PostgreSQL.
      for (number, text) in ["\"quoted\"", "back\\slash", "{a,b}", "NULL", "it's; --", "ünï 🎟️", " "].enumerated() {
        let purchase = InAppPurchase(
          order: UUID(), product: text, type: .init(rawValue: "K" + text), quantity: number + 1, fetched: 0.000_001,
          expires: 1000.25, app: "A" + text)
        #expect(try await ledger.record(SignedHistory([purchase], keyID: text), for: text).map(\.outcome) == [.granted])
        let entitlement = try #require(try await ledger.entitlements(of: text, at: InAppPurchase.epoch).first)
        #expect(
          entitlement
            == Entitlement(
              bundleID: "A" + text, productID: text, productType: .init(rawValue: "K" + text), quantity: number + 1,
              expiresAt: InAppPurchase.epoch + 1000.25, orderID: purchase.orderID, originalOrderID: purchase.orderID))
        #expect(try await ledger.evidence(of: purchase.orderID).map(\.keyID) == [text])
        #expect(try await ledger.evidence(of: purchase.orderID).map(\.customer) == [text])
      }
    }
  }

  @Test("A decision has its evidence: order, customer, outcome, times, key, and the signed text")
  func evidence() async throws {
    for kind in LedgerKind.allCases {
      try await kind.withLedger { ledger async throws in
        let history = SignedHistory([InAppPurchase(order: order), InAppPurchase(order: UUID())])
        _ = try await ledger.record(history, for: "ann")
        #expect(
          try await ledger.evidence(of: order) == [
            LedgerEvidence(
              orderID: order, customer: "ann", outcome: .granted, date: InAppPurchase.epoch + 10,
              fetchedAt: InAppPurchase.epoch + 1, keyID: "key-1", digest: SHA256Hash(of: history.jws).bytes,
              jws: history.jws)
          ])
        #expect(try await ledger.evidence(of: UUID()).isEmpty)
      }
    }
  }

  @Test("A refused customer is in the evidence, and the order is unchanged", arguments: LedgerKind.allCases)
  func refused(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      _ = try await ledger.record(SignedHistory([InAppPurchase(order: order)]), for: "ann")
      let newer = SignedHistory([InAppPurchase(order: order, fetched: 5, revoked: 4)])
      #expect(try await ledger.record(newer, for: "bob").map(\.outcome) == [.belongsToAnother])
      #expect(try await ledger.entitlements(of: "bob", at: InAppPurchase.epoch).isEmpty)
      #expect(try await ledger.entitlements(of: "ann", at: InAppPurchase.epoch).count == 1)
      #expect(try await ledger.evidence(of: order).map(\.outcome) == [.granted, .belongsToAnother])
      #expect(try await ledger.record(newer, for: "ann").map(\.outcome) == [.revoked])
    }
  }

  @Test("An order is new until it gets a decision other than belongsToAnother", arguments: LedgerKind.allCases)
  func new(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let (revoked, refused, unknown) = (UUID(), UUID(), UUID())
      let orders = [unknown, order, refused, revoked]
      #expect(try await ledger.newOrders(of: orders) == orders)
      let purchases = [InAppPurchase(order: order), InAppPurchase(order: revoked, fetched: 5, revoked: 4)]
      _ = try await ledger.record(SignedHistory(purchases), for: "ann")
      let anns = SignedHistory([InAppPurchase(order: refused, token: "ann")])
      #expect(try await ledger.record(anns, for: "bob").map(\.outcome) == [.belongsToAnother])
      #expect(try await ledger.newOrders(of: orders) == [unknown, refused])
      #expect(try await ledger.newOrders(of: []).isEmpty)
    }
  }

  @Test("The same statement presented again is stored once, with its first decision", arguments: LedgerKind.allCases)
  func once(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let histories = [1.0, 2, 3].map { SignedHistory([InAppPurchase(order: order, fetched: $0)]) }
      for _ in 0..<5 {
        for history in histories { _ = try await ledger.record(history, for: "ann") }
      }
      let evidence = try await ledger.evidence(of: order)
      #expect(evidence.map(\.outcome) == [.granted, .alreadyGranted, .alreadyGranted])
      #expect(Set(evidence.map(\.jws)) == Set(histories.map(\.jws)))
    }
  }

  @Test("A customer's entitlements in two apps are separate", arguments: LedgerKind.allCases)
  func apps(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let coins = ["com.example.shop", "com.example.other", "com.example.shop"].map { app in
        InAppPurchase(order: UUID(), product: "coins", type: .consumable, app: app)
      }
      for purchase in coins { _ = try await ledger.record(SignedHistory([purchase]), for: "ann") }
      let entitlements = try await ledger.entitlements(of: "ann", at: InAppPurchase.epoch)
      #expect(entitlements.map(\.bundleID) == ["com.example.other", "com.example.shop"])
      #expect(entitlements.map(\.quantity) == [1, 2])
    }
  }

  @Test("Texts that look the same but have different bytes are different", arguments: LedgerKind.allCases)
  func sameLooks(_ kind: LedgerKind) async throws {
    let (composed, decomposed) = ("Jos\u{E9}", "Jose\u{301}")
    try await kind.withLedger { ledger async throws in
      let history = SignedHistory([InAppPurchase(order: order)])
      #expect(try await ledger.record(history, for: composed).map(\.outcome) == [.granted])
      #expect(try await ledger.record(history, for: decomposed).map(\.outcome) == [.belongsToAnother])
      #expect(try await ledger.entitlements(of: decomposed, at: InAppPurchase.epoch).isEmpty)
      #expect(try await ledger.evidence(of: order).map { Array($0.customer.utf8).count } == [6, 5])

      let token = SignedHistory([InAppPurchase(order: UUID(), token: composed)])
      #expect(try await ledger.record(token, for: decomposed).map(\.outcome) == [.belongsToAnother])
      let together = [composed, decomposed].map { product in
        InAppPurchase(order: UUID(), product: product, type: .consumable, app: "a")
      }
      let apps = [composed, decomposed].map { InAppPurchase(order: UUID(), app: $0) }
      _ = try await ledger.record(SignedHistory(together + apps), for: "ann")
      let entitlements = try await ledger.entitlements(of: "ann", at: InAppPurchase.epoch)
      #expect(entitlements.map { Array(($0.bundleID + "/" + $0.productID).utf8).count } == [15, 14, 8, 7])
    }
  }

  @Test("Orders are counted, up to a limit", arguments: LedgerKind.allCases)
  func counted(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      #expect(try await ledger.orderCount(atMost: 5) == 0)
      _ = try await ledger.record(SignedHistory((0..<4).map { _ in InAppPurchase(order: UUID()) }), for: "ann")
      #expect(try await ledger.orderCount(atMost: 5) == 4)
      #expect(try await ledger.orderCount(atMost: 3) == 3)
    }
  }

  @Test("An empty history has no decisions", arguments: LedgerKind.allCases)
  func empty(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      #expect(try await ledger.record(SignedHistory([]), for: "ann").isEmpty)
    }
  }

  @Test("A history of thousands of purchases is one call", arguments: LedgerKind.allCases)
  func large(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let coins = (0..<5000).map { _ in InAppPurchase(order: UUID(), product: "coins", type: .consumable) }
      #expect(try await ledger.record(SignedHistory(coins), for: "ann").allSatisfy { $0.outcome == .granted })
      #expect(try await ledger.entitlements(of: "ann", at: InAppPurchase.epoch).map(\.quantity) == [5000])
    }
  }

  @Test("Both databases refuse names that one of them cannot store", arguments: LedgerKind.allCases)
  func names(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let history = SignedHistory([InAppPurchase(order: order)])
      for customer in ["", "a\0b", String(repeating: "a", count: 1025)] {
        await #expect(throws: LedgerError.invalidCustomer) { try await ledger.record(history, for: customer) }
        await #expect(throws: LedgerError.invalidCustomer) {
          try await ledger.entitlements(of: customer, at: InAppPurchase.epoch)
        }
      }
      for purchase in [InAppPurchase(order: order, product: "a\0b"), InAppPurchase(order: order, app: "a\0b")] {
        await #expect(
          throws: LedgerError.invalidHistory(
            reason: "the app id, product id or product type of order \(order) contains the character U+0000")
        ) {
          try await ledger.record(SignedHistory([purchase]), for: "ann")
        }
      }
      let longest = String(repeating: "a", count: 1024)
      #expect(try await ledger.record(history, for: longest).map(\.outcome) == [.granted])
    }
  }

  @Test("Every method of a closed ledger throws", arguments: LedgerKind.allCases)
  func closed(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let history = SignedHistory([InAppPurchase(order: order)])
      await ledger.close()
      await #expect(throws: LedgerError.closed) { try await ledger.record(history, for: "ann") }
      await #expect(throws: LedgerError.closed) { try await ledger.evidence(of: order) }
    }
  }

  @Test(
    "A ledger that is being closed records exactly the grants that it reports", arguments: LedgerKind.allCases)
  func closing(_ kind: LedgerKind) async throws {
    let place = try kind.makePlace()
    defer { place.remove() }
    let ledger = try await place.open()
    let histories = (0..<40).map { _ in SignedHistory([InAppPurchase(order: UUID(), type: .consumable)]) }
    let granted = await withTaskGroup(of: Bool.self) { group in
      for history in histories {
        group.addTask {
          do {
            return try await ledger.record(history, for: "ann").map(\.outcome) == [.granted]
          } catch {
            return false  // The ledger was closed before the call.
          }
        }
      }
      await ledger.close()
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    let again = try await place.open()
    #expect(try await again.entitlements(of: "ann", at: InAppPurchase.epoch).map(\.quantity).reduce(0, +) == granted)
    await again.close()
  }

  @Test("No description or error contains a statement or a customer", arguments: LedgerKind.allCases)
  func secrets(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let history = SignedHistory([InAppPurchase(order: order)])
      _ = try await ledger.record(history, for: "ann")
      let evidence = try await ledger.evidence(of: order)
      var dumped = ""
      dump(evidence, to: &dumped)
      for text in ["\(evidence)", String(reflecting: evidence), dumped, "\(history)"] {
        #expect(!text.contains("secret-") && !text.isEmpty)
      }
    }
  }

  @Test("An order that only another customer has presented has evidence only", arguments: LedgerKind.allCases)
  func unstoredOrder(_ kind: LedgerKind) async throws {
    try await kind.withLedger { ledger async throws in
      let (unstored, reported) = (UUID(), UUID())
      _ = try await ledger.record(SignedHistory([InAppPurchase(order: order)]), for: "ann")
      let foreign = SignedHistory([InAppPurchase(order: unstored, token: "ann")])
      #expect(try await ledger.record(foreign, for: "bob").map(\.outcome) == [.belongsToAnother])
      let refund = SignedHistory([InAppPurchase(order: reported, revoked: 1)])
      #expect(try await ledger.record(fromStore: refund).isEmpty)
      #expect(try await ledger.evidence(of: reported).count == 1)
      var found: [UUID] = []
      var after: UUID?
      repeat {
        let page = try await ledger.unstoredOrders(after: after, limit: 2)
        found += page.orders
        after = page.last
      } while after != nil
      #expect(found == [unstored])
    }
  }
}
