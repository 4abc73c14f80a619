import CausewayJOSE
import Foundation

/// A call to ``EntitlementLedger/record(_:for:)`` or ``EntitlementLedger/record(_:for:entitlementsAt:)``, checked and ready
/// to be stored.
package struct LedgerRequest: Sendable {
  /// The purchases of the history, in the history's order.
  package let presentations: [LedgerRules.Presentation]
  package let document: LedgerDocument
  /// Whether the backend has this from the store itself. The owners of the orders are then in the ledger.
  package let isFromStore: Bool
  /// The deadline of the call.
  package var deadline = LedgerDeadline(after: nil)

  /// The approximate size in bytes, in memory and on the way to a database.
  package var size: Int { document.jws.utf8.count + 512 * presentations.count }

  /// - Throws: `invalidCustomer` or `invalidHistory`. This initializer checks the input, so that both databases refuse
  ///   the same input.
  package init(_ history: SignedHistory, for customer: String, at now: Date) throws(LedgerError) {
    try Self.check(customer)
    try self.init(history, customer: customer, at: now)
  }

  /// Makes the request for a history that the backend has from the store itself.
  ///
  /// - Parameter order: The order whose check the history answers; nil for a notification.
  /// - Throws: `invalidHistory`.
  package init(fromStore history: SignedHistory, checking order: UUID?, at now: Date) throws(LedgerError) {
    try self.init(history, customer: nil, checking: order, at: now)
  }

  private init(
    _ history: SignedHistory, customer: String?, checking order: UUID? = nil, at now: Date
  ) throws(LedgerError) {
    guard Self.isStorable(history.keyID ?? "") else {
      throw .invalidHistory(reason: "its key id contains the character U+0000")
    }
    let request = UUID.random()
    let time = LedgerTime(now)
    var presentations: [LedgerRules.Presentation] = []
    presentations.reserveCapacity(history.history.transactions.count)
    let lastEnds = Dictionary(
      history.history.transactions.map { ($0.originalOrderID, $0.expiresAt ?? .distantPast) }, uniquingKeysWith: max)
    for purchase in history.history.transactions {
      guard [purchase.bundleID, purchase.productID, purchase.productType.rawValue].allSatisfy(Self.isStorable) else {
        throw .invalidHistory(
          reason: "the app id, product id or product type of order \(purchase.orderID) contains the character U+0000")
      }
      presentations.append(
        LedgerRules.Presentation(
          orderID: purchase.orderID, statement: OrderStatement(purchase),
          appAccountToken: purchase.appAccountToken.map(ExactText.init),
          customer: ExactText(customer ?? ""), request: request, now: time, isFromStore: customer == nil,
          isCheck: purchase.orderID == order,
          isRenewed: purchase.expiresAt.map { $0 < lastEnds[purchase.originalOrderID] ?? $0 } ?? false))
    }
    isFromStore = customer == nil
    self.presentations = presentations
    document = LedgerDocument(
      digest: SHA256Hash(of: history.jws).bytes, keyID: history.keyID, jws: history.jws)
  }

  /// Checks the length and the characters of a customer's name. The longest name is as long as the longest
  /// `appAccountToken`, because a purchase with a token belongs to the customer of that name.
  ///
  /// - Throws: `invalidCustomer`.
  package static func check(_ customer: String) throws(LedgerError) {
    guard (1...1024).contains(customer.utf8.count), isStorable(customer) else { throw .invalidCustomer }
  }

  /// Returns whether the text is free of U+0000, which PostgreSQL cannot store.
  private static func isStorable(_ text: String) -> Bool { !text.utf8.contains(0) }
}

/// A signed statement. The ledger stores each one once.
package struct LedgerDocument: Hashable, Sendable {
  /// The SHA-256 of the signed text, 32 bytes.
  package let digest: [UInt8]
  package let keyID: String?
  package let jws: String

  package init(digest: [UInt8], keyID: String?, jws: String) {
    self.digest = digest
    self.keyID = keyID
    self.jws = jws
  }
}
