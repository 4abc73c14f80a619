import Foundation

extension NetworkService {
  /// The payment methods of an account.
  public func paymentMethods(of account: String) async throws(OnsideServiceError) -> [OnsidePaymentMethod] {
    try StoreForm.read(PaymentMethodsForm.self, from: await read("payment-methods", as: account)).methods
  }

  /// Adds a card. The store answers with what may be kept of it; the number is not kept here.
  ///
  /// It is sent once: the user, who waits, sends it again.
  public func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) async throws(OnsideServiceError) -> OnsidePaymentMethod {
    var request = StoreRequest(.post, "payment-methods", body: try StoreForm.body(CardPayload(card)))
    request.idempotencyKey = idempotencyKey
    let answer = try await ask(request, as: account).answer
    let problem = answer.problem
    switch (answer.status, problem?.code) {
    // Of these, the store's title is for the user.
    case (422, "unknown_card"), (422, "card_expired"): throw .refused(problem?.title ?? "")
    case (410, "key_void"): throw .refused(PaymentRefusalText.removedCard)
    default: return try StoreForm.read(PaymentMethodsForm.Method.self, from: answer.accepted([200, 201])).method
    }
  }

  /// Makes one of an account's payment methods the default one.
  public func usePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) async throws(OnsideServiceError) {
    let answer = try await ask(StoreRequest(.put, "payment-methods", id, "default"), as: account).answer
    if answer.saysThatNothingIsThere { throw .refused(PaymentRefusalText.removedMethod) }
    _ = try answer.accepted([204])
  }

  /// Removes one of them; of no effect if it was removed already, by a request whose answer was lost.
  public func removePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) async throws(OnsideServiceError) {
    let answer = try await ask(StoreRequest(.delete, "payment-methods", id), as: account).answer
    if answer.saysThatNothingIsThere { return }
    _ = try answer.accepted([204])
  }
}

extension StoreAnswer {
  /// Whether the store has no such payment method.
  fileprivate var saysThatNothingIsThere: Bool { status == 404 && problem?.code == "not_found" }
}
