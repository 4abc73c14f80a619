import CausewayJSON
import CausewayJOSE
import Foundation
import OnsideMerchant
import Testing

/// A publisher's own ledger, in another package. This code does not compile if it needs a name that is not public.
private actor OwnLedger: EntitlementLedger {
  private var owners: [UUID: (customer: String, purchase: InAppPurchase)] = [:]
  private var statements: [UUID: [LedgerEvidence]] = [:]

  func record(_ history: SignedHistory, for customer: String) async throws(LedgerError) -> [LedgerDecision] {
    guard !customer.isEmpty else { throw .invalidCustomer }
    return history.history.transactions.map { purchase in
      let owner = owners[purchase.orderID]?.customer
      let outcome: LedgerDecision.Outcome =
        owner.map { $0 == customer ? .alreadyGranted : .belongsToAnother } ?? .granted
      if owner == nil { owners[purchase.orderID] = (customer, purchase) }
      statements[purchase.orderID, default: []].append(
        LedgerEvidence(
          orderID: purchase.orderID, customer: customer, outcome: outcome, date: Date(), fetchedAt: purchase.fetchedAt,
          keyID: history.keyID, digest: [], jws: history.jws))
      return LedgerDecision(orderID: purchase.orderID, outcome: outcome)
    }
  }

  func entitlements(of customer: String, at now: Date) async throws(LedgerError) -> [Entitlement] {
    owners.values.filter { $0.customer == customer }.map { _, purchase in
      Entitlement(
        bundleID: purchase.bundleID, productID: purchase.productID, productType: purchase.productType,
        quantity: purchase.quantity, expiresAt: purchase.expiresAt, orderID: purchase.orderID,
        originalOrderID: purchase.originalOrderID)
    }
  }

  func newOrders(of orders: [UUID]) async throws(LedgerError) -> [UUID] { orders.filter { owners[$0] == nil } }

  func evidence(of order: UUID) async throws(LedgerError) -> [LedgerEvidence] { statements[order] ?? [] }
}

/// The public interface, as a publisher's package sees it.
@Suite("OnsideMerchant as another package sees it") struct OwnLedgerTests {
  private let order = UUID()

  /// Returns a history of one purchase, signed with a store's key.
  private func signed(by key: SigningKey) throws -> String {
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    let purchase = InAppPurchase(
      orderID: order, originalOrderID: order, productID: "com.example.shop.pro", productType: .nonConsumable,
      price: 499,
      currency: "EUR", purchaseDate: date, originalPurchaseDate: date, fetchedAt: date, bundleID: "com.example.shop",
      userCountry: "DE")
    return try key.sign(TransactionHistory(transactions: [purchase]).json.jsonBytes, type: nil)
  }

  @Test("A publisher can keep the ledger itself")
  func ownLedger() async throws {
    let key = try SigningKey.generate(.es256, keyID: "store-1")
    let keys = JSONWebKeySet([key.publicKey()].compactMap { $0 })
    let ledger = OwnLedger()
    let validator = PurchaseValidator(
      bundleIDs: ["com.example.shop"], verifier: HistoryVerifier(keys: keys), ledger: ledger, confirmation: .never)
    let jws = try signed(by: key)
    let validation = try await validator.validate(jws, for: "anna")
    #expect(validation.decisions == [LedgerDecision(orderID: order, outcome: .granted)])
    #expect(validation.entitlements.map(\.productID) == ["com.example.shop.pro"])
    #expect(try await ledger.evidence(of: order).map(\.keyID) == ["store-1"])
    #expect(try await validator.validate(jws, for: "mallory").decisions.map(\.outcome) == [.belongsToAnother])
  }

  @Test("A publisher can test the ledger without a store")
  func withoutStore() async throws {
    let jws = try signed(by: try SigningKey.generate(.es256, keyID: "store-1"))
    let read = try JWS(parsing: jws)
    #expect(read.header.algorithm == .es256)
    let history = SignedHistory(jws: jws, keyID: read.header.keyID, history: TransactionHistory(transactions: []))
    #expect(try await OwnLedger().record(history, for: "anna").isEmpty)
  }

  @Test("A publisher can have its own source of keys")
  func ownKeys() async throws {
    struct OneKey: KeySource {
      let key: VerificationKey

      func key(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey {
        guard header.keyID == "store-1" else { throw .noKey(.unknownKeyID) }
        return key
      }
    }
    let key = try SigningKey.generate(.rs256, keyID: "store-1")
    let source = OneKey(key: try VerificationKey(try #require(key.publicKey())))
    #expect(try await HistoryVerifier(keys: source).verify(signed(by: key)).history.transactions.count == 1)
  }
}
