import Foundation

extension NetworkService {
  /// Pays an order, once for each idempotency key.
  ///
  /// It is sent once: whoever called sends it again.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)``, ``OnsideServiceError/declined(_:)`` and
  ///   ``OnsideServiceError/priceChanged(_:)`` only where the store says that the key is void.
  public func pay(_ order: OnsideOrderRequest) async throws(OnsideServiceError) -> OnsideOrder {
    var request = StoreRequest(.post, "orders", body: try StoreForm.body(OrderRequestForm(order)))
    request.idempotencyKey = order.idempotencyKey
    let (answer, _) = try await ask(request, as: order.account)
    let problem = answer.problem
    // The store's titles are for developers, but for that of a decline.
    switch (answer.status, problem?.code) {
    case (402, "declined"): throw .declined(problem?.title ?? "")
    case (400..<500, "unknown_payment_method"): throw .declined(PaymentRefusalText.removedMethod)
    case (410, "key_void"): throw .refused(PaymentRefusalText.voidKey)
    case (400..<500, "not_for_sale"): throw .refused(PaymentRefusalText.notForSale)
    case (400..<500, "payments_refused"): throw .refused(PaymentRefusalText.noPayments)
    case (409, "price_changed"):
      let product = try StoreForm.read(PriceChangedForm.self, from: answer).product.product
      // The storefront may be another by now, in which the user is to be asked. If the store does not say, it will say so
      // with the next payment: this one's key is void either way.
      try? await refreshSession()
      throw .priceChanged(product)
    default: return try StoreForm.read(OrderForm.self, from: answer.accepted([200, 201])).order
    }
  }

  /// What became of a key. One under which nothing was paid is void from now on. It is sent once, as a payment is.
  public func settle(_ idempotencyKey: UUID, account: String) async throws(OnsideServiceError) -> OnsideOrder? {
    let form = SettlementRequestForm(idempotencyKey)
    let request = StoreRequest(.post, "orders", "settlements", body: try StoreForm.body(form))
    let (answer, _) = try await ask(request, as: account)
    return try StoreForm.read(SettlementForm.self, from: answer.accepted()).order?.order
  }

  /// What who is logged in has: non-consumables, and subscriptions that run.
  public func purchases() async throws(OnsideServiceError) -> [OnsideOrder] {
    // Purchases are restored where they would be made by now.
    try await retry.result { () async throws(OnsideServiceError) in try await refreshSession() }
    let form = try StoreForm.read(PurchasesForm.self, from: await read("purchases"))
    // Somebody else may have logged in meanwhile.
    guard await session()?.account == form.account else { throw .notLoggedIn }
    return form.purchases.map(\.order)
  }

  /// The signed history of who is logged in, as the store signed it. The signature is the publisher's backend's to check.
  public func signedHistory() async throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
    try HistoryForm.read(await read("history"))
  }
}
