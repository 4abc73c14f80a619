import CausewayDatabase
import Foundation
import OnsideCore

extension LocalTestingService {
  /// Pays an order, once for each idempotency key.
  ///
  /// A user who already has the product, a non-consumable or a subscription, gets the existing order and is not charged
  /// again, even under a new key. An account has only one subscription of each group: the one that it bought last.
  ///
  /// - Throws: `OnsideServiceError.refused(_:)` for a key that was settled, for a product that is not in the file,
  ///   and if the file's settings make purchases fail; `OnsideServiceError.notLoggedIn` if another account is logged
  ///   in; `OnsideServiceError.priceChanged(_:)`; `OnsideServiceError.serviceUnavailable` if writing the file
  ///   failed and it is not known whether the file contains the order.
  public func pay(_ order: OnsideOrderRequest) throws(OnsideServiceError) -> OnsideOrder {
    switch failure(of: .pay) {
    case nil: return try charge(order, refusal: nil)
    case .fails(.connectionError)?: throw .connectionError
    case .fails(.serviceUnavailable)?: throw .serviceUnavailable
    // After any other error, the SDK assumes that nothing was paid. So such an error must not hide an existing order.
    case .fails(let refusal)?: return try charge(order, refusal: refusal)
    case .losesAnswer?:
      // Simulate a lost answer: charge the order, but do not report the result, even if it is an error.
      _ = try? charge(order, refusal: nil)
      throw .connectionError
    }
  }

  /// Returns the order that was paid under an idempotency key. If none was paid, returns nil, and the key is refused
  /// from now on.
  ///
  /// - Throws: `OnsideServiceError.notLoggedIn` if another account is logged in, or if the key belongs to an order of
  ///   another account. The key does not change then.
  public func settle(_ idempotencyKey: UUID, account: String) throws(OnsideServiceError) -> OnsideOrder? {
    try perform(.settle) { () throws(OnsideServiceError) in
      guard account == session()?.account else { throw .notLoggedIn }
      let settlement = try keeping { () throws(DatabaseError) in
        try records.database.transaction { () throws(DatabaseError) -> (order: LocalPurchase, account: String)? in
          if let known = try records.key(idempotencyKey) { return known.settlement }
          try records.keep(idempotencyKey)
          return nil
        }
      }
      guard let settlement else { return nil }
      guard settlement.account == account else { throw .notLoggedIn }
      return settlement.order.order
    }
  }

  /// Returns the logged-in user's non-consumables and subscriptions, each once, oldest first. A non-renewing
  /// subscription has no period, so Onside does not count it as a subscription.
  public func purchases() throws(OnsideServiceError) -> [OnsideOrder] {
    try perform(.purchases) { () throws(OnsideServiceError) in
      guard let account = session()?.account else { throw .notLoggedIn }
      if settings.errors.contains(.appStoreSync) { throw .serviceUnavailable }
      return try keeping { () throws(DatabaseError) in try records.entitlements(of: account).map(\.order) }
    }
  }

  /// Returns all orders of all accounts, oldest first.
  package func ledger() throws -> [LocalOrder] { try records.ledger() }

  /// Refunds an order: it stays in the ledger, and its account can no longer restore it, but can buy it again. Has no
  /// effect on an order of a consumable.
  package func refund(order id: String) throws { try records.endEntitlement(ofOrder: id) }

  // MARK: Charging

  /// - Parameter refusal: the error for an order that does not exist yet; nil to charge such an order.
  private func charge(
    _ request: OnsideOrderRequest, refusal: OnsideServiceError?
  ) throws(OnsideServiceError) -> OnsideOrder {
    let result: Result<OnsideOrder, OnsideServiceError>
    do throws(DatabaseError) {
      result = try records.database.transaction { () throws(DatabaseError) in
        try answer(to: request, refusal: refusal)
      }
    } catch {
      throw OnsideServiceError(paying: error)
    }
    return try result.get()
  }

  /// Returns the existing order, a new one, or the reason why there is none. Must run within a transaction.
  private func answer(
    to request: OnsideOrderRequest, refusal: OnsideServiceError?
  ) throws(DatabaseError) -> Result<OnsideOrder, OnsideServiceError> {
    if let known = try records.key(request.idempotencyKey) {
      // Answer regardless of the logged-in user. Otherwise the SDK would assume that nothing was paid.
      switch known.answer(of: request.account) {
      case .paid(let purchase, _)?: return .success(purchase.order)
      case .refused(let refusal)?: return .failure(refusal)
      case .void?: return .failure(.refused(PaymentRefusalText.voidKey))
      case nil: return .failure(.refused(PaymentRefusalText.otherAccount))
      }
    }
    guard request.account == session()?.account else { return .failure(.notLoggedIn) }
    if let refusal = refusal ?? settings.purchaseRefusalText.map(OnsideServiceError.refused) {
      return try refuse(request, refusal)
    }
    let identifier = request.product.productIdentifier
    guard let entry = catalog.entry(identifier), let product = catalog.product(identifier, in: country) else {
      return try refuse(request, .refused(PaymentRefusalText.notForSale))
    }
    if let entitlement = entry.entitlement,
      let owned = try records.purchase(of: entitlement, account: request.account),
      owned.order.product.productIdentifier == entry.productID
    {
      try records.keep(request.idempotencyKey, purchase: owned.number)
      return .success(owned.order)
    }
    guard request.isPriced(like: product, inStorefrontOf: country.countryCode) else {
      return try refuse(request, .priceChanged(product))
    }
    let purchase = try records.add(
      OnsideOrder(id: UUID().uuidString.lowercased(), product: product, appAccountToken: request.appAccountToken),
      account: request.account, entitlement: entry.entitlement, date: Date())
    try records.keep(request.idempotencyKey, purchase: purchase.number)
    return .success(purchase.order)
  }
}

extension LocalTestingService {
  /// Refuses an order. If the refusal is final, the key becomes void, and the same order gets the same answer again.
  private func refuse(
    _ request: OnsideOrderRequest, _ error: OnsideServiceError
  ) throws(DatabaseError) -> Result<OnsideOrder, OnsideServiceError> {
    if let refusal = KeptRefusal(error) { try records.keep(request.idempotencyKey, refusal: refusal) }
    return .failure(error)
  }
}

extension OnsideServiceError {
  /// Creates the error for a failure of the file during a payment.
  fileprivate init(paying error: DatabaseError) {
    switch error {
    // The transaction did not begin, or was rolled back.
    case .foreign, .newer, .readOnly, .full, .inUse: self = .internalError("\(error)")
    // The order may or may not be on disk. The caller learns the result by sending or settling the order again.
    case .damaged, .failed: self = .serviceUnavailable
    }
  }
}

extension OnsideOrderRequest {
  /// Returns whether the user approved the current price in the current storefront. Any other order is refused.
  fileprivate func isPriced(like current: OnsideProduct, inStorefrontOf countryCode: String) -> Bool {
    product.price == current.price && self.countryCode == countryCode
  }
}
