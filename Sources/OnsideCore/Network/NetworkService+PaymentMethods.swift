import CausewayTransport
import Foundation

extension NetworkService {
  /// Returns the payment methods of an account.
  public func paymentMethods(of account: String) async throws(OnsideServiceError) -> [OnsidePaymentMethod] {
    try StoreCoding.read(PaymentMethodsPayload.self, from: await read("payment-methods", as: account)).methods
  }

  /// Adds a card. The store's answer contains the details that may be shown later; this SDK does not store the number.
  ///
  /// This method sends the card once, because the user is waiting and can send it again.
  public func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) async throws(OnsideServiceError) -> OnsidePaymentMethod {
    var request = StoreRequest(.post, "payment-methods", body: try StoreCoding.body(CardPayload(card)))
    request.idempotencyKey = idempotencyKey
    let answer = try await ask(request, as: account).answer
    let problem = answer.problem
    switch (answer.status, problem?.code) {
    // For these codes, the store's title is a text for the user.
    case (422, "unknown_card"), (422, "card_expired"): throw .refused(problem?.title ?? "")
    case (410, "key_void"): throw .refused(PaymentRefusalText.removedCard)
    default: return try StoreCoding.read(PaymentMethodsPayload.Method.self, from: answer.accepted([200, 201])).method
    }
  }

  /// Makes one of an account's payment methods the default one.
  public func usePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) async throws(OnsideServiceError) {
    let answer = try await ask(StoreRequest(.put, "payment-methods", id, "default"), as: account).answer
    if answer.isNotFound { throw .refused(PaymentRefusalText.removedMethod) }
    _ = try answer.accepted([204])
  }

  /// Removes a payment method. Has no effect if it was removed already, for example by a request whose answer was lost.
  public func removePaymentMethod(_ id: OnsidePaymentMethod.ID, account: String) async throws(OnsideServiceError) {
    let answer = try await ask(StoreRequest(.delete, "payment-methods", id), as: account).answer
    if answer.isNotFound { return }
    _ = try answer.accepted([204])
  }
}

extension HTTPAnswer {
  /// Whether the answer reports that the payment method does not exist.
  fileprivate var isNotFound: Bool { status == 404 && problem?.code == "not_found" }
}
