import CausewayDatabase
import Foundation

extension LocalTestingService {
  /// Pays an order, once for each idempotency key.
  ///
  /// Who has a non-consumable or a subscription already gets the order by which it is had, and is not charged: also under
  /// a new key. Of a group of subscriptions, an account has the one that it bought last.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` for a key that was settled, a product that is not in the file, and if
  ///   the file has purchases fail; ``OnsideServiceError/notLoggedIn`` if somebody else is logged in;
  ///   ``OnsideServiceError/priceChanged(_:)``; ``OnsideServiceError/serviceUnavailable`` if the file failed so that it is
  ///   not known whether the order is in it.
  public func pay(_ order: OnsideOrderRequest) throws(OnsideServiceError) -> OnsideOrder {
    switch failure(of: .pay) {
    case nil: return try charge(order, refusal: nil)
    case .fails(.connectionError)?: throw .connectionError
    case .fails(.serviceUnavailable)?: throw .serviceUnavailable
    // After any other error the SDK takes it that nothing was paid, so that it must not deny an order that there is.
    case .fails(let refusal)?: return try charge(order, refusal: refusal)
    case .losesAnswer?:
      // Whatever the answer is, an error as well.
      _ = try? charge(order, refusal: nil)
      throw .connectionError
    }
  }

  /// What became of a key. One that was not paid is void from now on.
  ///
  /// - Throws: ``OnsideServiceError/notLoggedIn`` if somebody else is logged in.
  public func settle(_ idempotencyKey: UUID, account: String) throws(OnsideServiceError) -> OnsideOrder? {
    try perform(.settle) { () throws(OnsideServiceError) in
      guard account == session()?.account else { throw .notLoggedIn }
      return try keeping { () throws(DatabaseError) in
        try records.database.transaction { () throws(DatabaseError) -> OnsideOrder? in
          switch try records.outcome(of: idempotencyKey) {
          case .paid(let purchase)?: return purchase.order
          case .void?: return nil
          case nil:
            try records.keep(idempotencyKey)
            return nil
          }
        }
      }
    }
  }

  /// The non-consumables and subscriptions that who is logged in has, the oldest first, each once. A non-renewing
  /// subscription has no period, so that Onside does not count it as one.
  public func purchases() throws(OnsideServiceError) -> [OnsideOrder] {
    try perform(.purchases) { () throws(OnsideServiceError) in
      guard let account = session()?.account else { throw .notLoggedIn }
      if settings.errors.contains(.appStoreSync) { throw .serviceUnavailable }
      return try keeping { () throws(DatabaseError) in try records.entitlements(of: account).map(\.order) }
    }
  }

  /// Every order of every account, the oldest first.
  package func ledger() throws -> [LocalOrder] { try records.ledger() }

  // MARK: Charging

  /// - Parameter refusal: with what an order that there is not is refused.
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

  /// Within a transaction: the order that there is, or a new one, or why there is none.
  private func answer(
    to request: OnsideOrderRequest, refusal: OnsideServiceError?
  ) throws(DatabaseError) -> Result<OnsideOrder, OnsideServiceError> {
    switch try records.outcome(of: request.idempotencyKey) {
    case .void(let refusal)?: return .failure(refusal ?? .refused(PaymentRefusalText.voidKey))
    case .paid(let purchase)?:
      // To whoever is logged in by now: the SDK would otherwise take it that nothing was paid.
      return purchase.account == request.account
        ? .success(purchase.order) : .failure(.refused(PaymentRefusalText.otherAccount))
    case nil: break
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
  /// Says no; if that is for good, the key is void from now on, and the same order gets the same answer.
  private func refuse(
    _ request: OnsideOrderRequest, _ error: OnsideServiceError
  ) throws(DatabaseError) -> Result<OnsideOrder, OnsideServiceError> {
    if let refusal = KeptRefusal(error) { try records.keep(request.idempotencyKey, refusal: refusal) }
    return .failure(error)
  }
}

extension OnsideServiceError {
  /// A failure of the file while an order was paid.
  fileprivate init(paying error: DatabaseError) {
    switch error {
    // The transaction did not begin, or was taken back.
    case .newer, .readOnly, .full, .inUse: self = .internalError("\(error)")
    // It may be on the disk or not; who asks again, or settles it, finds out.
    case .damaged, .failed: self = .serviceUnavailable
    }
  }
}
