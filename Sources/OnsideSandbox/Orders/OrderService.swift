import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTesting

/// The result of a payment.
package struct Payment: Sendable {
  /// The order.
  package var order: SandboxOrder
  /// Whether this call created the order.
  package var isNew: Bool
}

/// The orders and their payment. A payment uses the catalog, the check whether the account can pay, its subscriptions,
/// the clock and the idempotency keys in one transaction.
package struct OrderService {
  let database: Database
  let records: OrderRecords
  let keys: OrderKeyRecords
  let catalog: Catalog
  let prices: CatalogService
  let payments: PaymentService
  let subscriptions: SubscriptionService
  let clock: ClockService

  /// Pays an order once for each idempotency key.
  ///
  /// An account that already has a non-consumable or a subscription gets the existing order and is not charged, even
  /// under a new key. If that subscription was cancelled and still runs, it renews again. In a group of subscriptions,
  /// an account has only one; ``GroupChange`` says when another one that it buys takes effect. A purchase that takes
  /// effect at the next renewal is charged then, and gets the existing order. A purchase after a failed renewal takes
  /// effect at once, and ends the further tries.
  ///
  /// - Throws: `not_logged_in` if a different account is logged in; `key_reused`; `key_void`. After `declined`,
  ///   `unknown_payment_method`, `not_for_sale`, `payments_refused` and `price_changed` the key is void, and the same
  ///   order gets the same answer. After `unavailable` the order may or may not exist.
  package func pay(_ request: OrderRequest, by session: SandboxSession) throws(SandboxProblem) -> Payment {
    guard request.account == session.account else {
      throw SandboxProblem(.notLoggedIn, "account: another account is logged in now")
    }
    try subscriptions.catchUp()
    return try database.runTransaction { () throws(DatabaseError) in
      let fingerprint = request.fingerprint(app: session.app)
      if let known = try keys.key(request.key) {
        return try answer(known.answer(to: fingerprint, of: session.account))
      }
      let result = try charge(request, session)
      let outcome: OrderKey.Outcome =
        switch result {
        case .success(let payment): .paid(payment.order.number, by: session.account)
        case .failure(let refusal): .refused(refusal)
        }
      try keys.keep(OrderKey(fingerprint: fingerprint, outcome: outcome), for: request.key, of: session.account)
      return result
    }
  }

  /// Returns the order that was paid under a key; nil if nothing was paid, in which case the key is void from now on.
  ///
  /// - Throws: `not_logged_in` if the key belongs to an order of another account or of another app. The key does not
  ///   change then.
  package func settle(_ key: UUID, by session: SandboxSession) throws(SandboxProblem) -> SandboxOrder? {
    try subscriptions.catchUp()
    return try database.runTransaction { () throws(DatabaseError) -> Result<SandboxOrder?, SandboxProblem> in
      guard let known = try keys.key(key) else {
        try keys.keep(OrderKey(outcome: .void), for: key, of: session.account)
        return .success(nil)
      }
      guard let paid = known.settlement else { return .success(nil) }
      let order = try records.order(paid.order)
      guard paid.account == session.account, order?.app == session.app else {
        return .failure(
          SandboxProblem(.notLoggedIn, "idempotency_key: belongs to an order of another account or another app"))
      }
      return .success(order)
    }
  }

  /// Returns the orders of the account's non-consumables and running subscriptions, the oldest first.
  ///
  /// - Throws: `unavailable` if the catalog's `_storeKitErrors` simulate a failure.
  package func purchases(of session: SandboxSession) throws(SandboxProblem) -> [SandboxOrder] {
    if catalog.configuration.settings.errors.contains(.appStoreSync) {
      throw SandboxProblem(
        .unavailable, "_storeKitErrors of the catalog enables an error of restores; disable it in the catalog")
    }
    try subscriptions.catchUp()
    let now = clock.now(of: session.account)
    return try database.run { () throws(DatabaseError) in
      try records.entitlements(of: session.account, app: session.app, at: now)
    }
  }

  // MARK: Steps of a payment

  /// Returns the answer to a request under a known key.
  /// - Parameter outcome: nil if the key belongs to a different request.
  private func answer(_ outcome: OrderKey.Outcome?) throws(DatabaseError) -> Result<Payment, SandboxProblem> {
    switch outcome {
    case .paid(let number, _)?:
      guard let order = try records.order(number) else { return .failure(.voidKey) }
      return .success(Payment(order: order, isNew: false))
    case .refused(let refusal)?: return .failure(refusal)
    case .void?: return .failure(.voidKey)
    case nil:
      return .failure(
        SandboxProblem(.keyReused, "Idempotency-Key: already used for a different request; send a new key"))
    }
  }

  /// Returns the existing order, a new order, or the reason why there is none.
  private func charge(
    _ request: OrderRequest, _ session: SandboxSession
  ) throws(DatabaseError) -> Result<Payment, SandboxProblem> {
    if let refusal = catalog.configuration.settings.purchaseRefusal {
      return .failure(SandboxProblem(.paymentsRefused, refusal))
    }
    guard let entry = catalog.entry(request.productIdentifier),
      var product = catalog.product(request.productIdentifier, in: session.country)
    else {
      return .failure(SandboxProblem(.notForSale, "product_identifier: this storefront does not sell the product"))
    }
    product = try prices.currentPrice(of: product)
    let group = try groupChange(to: entry, session)
    if let group, group.change == .keep {
      try subscriptions.renew(group.current, with: nil)
      return .success(Payment(order: group.last, isNew: false))
    }
    if let owned = try owned(entry, session) { return .success(Payment(order: owned, isNew: false)) }
    var offer = entry.subscription?.introductoryOffer
    if let entitlement = entry.entitlement,
      try records.subscribedGroups(of: session.account, app: session.app).contains(entitlement)
    {
      (offer, product.introductoryPrice) = (nil, nil)
    }
    guard request.agrees(with: product, in: session.country) else {
      return .failure(
        SandboxProblem(
          .priceChanged,
          "The price or the storefront has changed; ask the user to approve the new price, with a new key",
          product: product))
    }
    if let group, group.change == .atRenewal {
      try subscriptions.renew(group.current, with: product)
      return .success(Payment(order: group.last, isNew: false))
    }
    let now = try clock.moment(of: session.account)
    let begun = SubscriptionRun.begin(product, offer: offer, at: now)
    let price = begun?.price ?? product.price
    if price.value > 0,
      let problem = try payments.problem(of: session.account, card: request.paymentMethod, at: now)
    {
      return .failure(problem)
    }
    let id = UUID().uuidString.lowercased()
    var order = SandboxOrder(
      number: 0, id: id, original: group?.current.original ?? id, account: session.account, app: session.app,
      country: session.country, kind: entry.kind, product: product, price: price.minorUnits, date: now,
      originalDate: group?.last.originalDate ?? now, expires: begun?.run.expires, isRenewal: false,
      token: request.appAccountToken, entitlement: entry.entitlement)
    if let begun, let group {
      order.number = try subscriptions.change(group.current, with: order, begun.run)
    } else {
      order.number = try records.add(order)
      if let begun { try subscriptions.begin(order, begun.run) }
    }
    return .success(Payment(order: order, isNew: true))
  }

  /// Returns the subscription that the session's account has in the group of `entry`, the order of its last paid period,
  /// and the effect of buying `entry`; nil if the account has no subscription of the group.
  private func groupChange(
    to entry: StoreKitConfiguration.Product, _ session: SandboxSession
  ) throws(DatabaseError) -> (current: StoredSubscription, last: SandboxOrder, change: GroupChange)? {
    guard entry.subscription != nil, let entitlement = entry.entitlement,
      let current = try subscriptions.current(
        of: session.account, app: session.app, entitlement: entitlement, at: clock.now(of: session.account)),
      let last = try records.lastOrder(ofSubscription: current.original)
    else { return nil }
    let change = GroupChange(
      from: catalog.entry(last.product.productIdentifier), to: entry, isPaid: current.retry == nil)
    return (current, last, change)
  }

  /// Returns the order of a non-consumable that the session's account already has; nil for another product, or if the
  /// account does not have it.
  private func owned(
    _ entry: StoreKitConfiguration.Product, _ session: SandboxSession
  ) throws(DatabaseError) -> SandboxOrder? {
    guard entry.subscription == nil, let entitlement = entry.entitlement else { return nil }
    return try records.entitlements(of: session.account, app: session.app, at: clock.now(of: session.account))
      .last { $0.entitlement == entitlement }
  }
}
