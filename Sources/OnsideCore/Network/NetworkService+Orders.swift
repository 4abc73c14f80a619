import Foundation

extension NetworkService {
  /// Pays an order, once for each idempotency key.
  ///
  /// This method sends the order only once, because the payment queue repeats it.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)``, ``OnsideServiceError/declined(_:)`` and
  ///   ``OnsideServiceError/priceChanged(_:)`` only if the store reports that nothing was paid under the idempotency
  ///   key and nothing ever will be.
  public func pay(_ order: OnsideOrderRequest) async throws(OnsideServiceError) -> OnsideOrder {
    var request = StoreRequest(.post, "orders", body: try StoreCoding.body(OrderRequestPayload(order)))
    request.idempotencyKey = order.idempotencyKey
    let (answer, _) = try await ask(request, as: order.account)
    let problem = answer.problem
    // Only the title of a declined payment is for the user; the store's other titles are for developers.
    switch (answer.status, problem?.code) {
    case (402, "declined"): throw .declined(problem?.title ?? "")
    case (400..<500, "unknown_payment_method"): throw .declined(PaymentRefusalText.removedMethod)
    case (410, "key_void"): throw .refused(PaymentRefusalText.voidKey)
    case (400..<500, "not_for_sale"): throw .refused(PaymentRefusalText.notForSale)
    case (400..<500, "payments_refused"): throw .refused(PaymentRefusalText.noPayments)
    case (409, "price_changed"):
      guard let product = problem?.product?.product else { throw answer.unexpected }
      // The storefront may have changed too, and the next sheet must show the current one. If the refresh fails, the
      // next payment reports the change. In both cases, this payment's key cannot be used again.
      try? await refreshSession()
      throw .priceChanged(product)
    default: return try StoreCoding.read(OrderPayload.self, from: answer.accepted([200, 201])).order
    }
  }

  /// Returns the order that was paid under an idempotency key. If none was paid, returns nil, and the store refuses the
  /// key from now on. This method sends the request only once, because the payment queue repeats it.
  public func settle(_ idempotencyKey: UUID, account: String) async throws(OnsideServiceError) -> OnsideOrder? {
    let payload = SettlementRequestPayload(idempotencyKey)
    let request = StoreRequest(.post, "orders", "settlements", body: try StoreCoding.body(payload))
    let (answer, _) = try await ask(request, as: account)
    return try StoreCoding.read(SettlementPayload.self, from: answer.accepted()).order?.order
  }

  /// Returns the purchases that the logged-in user owns: non-consumables and active subscriptions.
  public func purchases() async throws(OnsideServiceError) -> [OnsideOrder] {
    // Refresh the session first, because purchases are restored in the current storefront.
    try await retry.result { () async throws(OnsideServiceError) in try await refreshSession() }
    let payload = try StoreCoding.read(PurchasesPayload.self, from: await read("purchases"))
    // Another user may have logged in during the request, and must not get these purchases.
    guard await session()?.account == payload.account else { throw .notLoggedIn }
    return payload.purchases.map(\.order)
  }

  /// Returns the signed history of the logged-in user, unchanged. Only the publisher's backend verifies the signature.
  public func signedHistory() async throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
    try HistoryReader.read(await read("history"))
  }
}
