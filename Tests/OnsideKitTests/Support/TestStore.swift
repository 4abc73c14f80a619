import Foundation
import OnsideKit
import WebTestSupport

/// A store in memory, which each test can change.
@MainActor final class TestStore: OnsideService {
  nonisolated let sessions: AsyncStream<OnsideSession?>
  private nonisolated let sessionNews: AsyncStream<OnsideSession?>.Continuation
  private var current: OnsideSession?

  /// The products of the store.
  var catalog = [
    OnsideProduct(
      productIdentifier: "coins", localizedTitle: "Coins", localizedDescription: "A hundred",
      price: OnsidePrice(value: 4.99, currencyCode: "EUR")),
    OnsideProduct(
      productIdentifier: "reader", localizedTitle: "Reader", localizedDescription: "All articles",
      price: OnsidePrice(value: 2.99, currencyCode: "EUR"), subscriptionPeriod: .month(1),
      subscriptionGroupIdentifier: "g1",
      introductoryPrice: OnsidePricePeriod(price: OnsidePrice(value: 0, currencyCode: "EUR"), period: .week(1)),
      discountedPrice: OnsidePricePeriod(price: OnsidePrice(value: 1.5, currencyCode: "EUR"), period: .year(2)),
      iconUrl: URL(string: "https://shop.example/icon.png")),
  ]
  /// The error of requests for products, purchases, the history, the attribution and the payment methods; nil for none.
  var fault: OnsideServiceError?
  /// The gate that holds payments while it is closed. The gate is open at the start.
  var payments = Gate()
  /// The gate that holds requests for products while it is closed. The gate is open at the start.
  var questions = Gate()
  /// The gate that holds requests for the session while it is closed. The gate is open at the start.
  var sessionQuestions = Gate()
  /// The product identifiers of each request for products.
  private(set) var asked: [[String]] = []
  private(set) var paid: [OnsideOrderRequest] = []
  var past: [OnsideOrder] = []
  var history = Data("signed".utf8)
  var referer = URL(string: "https://referer.example/a")

  init() {
    (sessions, sessionNews) = AsyncStream.makeStream()
    payments.open()
    questions.open()
    sessionQuestions.open()
  }

  private func check() throws(OnsideServiceError) {
    if let fault { throw fault }
  }

  func session() async -> OnsideSession? {
    await sessionQuestions.pass()
    return current
  }

  /// Logs a user in or out without the SDK, as another app could.
  func change(to session: OnsideSession?) {
    current = session
    sessionNews.yield(session)
  }

  /// Logs in at once, because this store requests no code.
  func beginLogin(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep {
    let session = OnsideSession(account: "ada", storefront: OnsideStorefront(id: "shop-1", countryCode: "DE"))
    current = session
    return .done(session)
  }

  func logIn(_ proof: OnsideLoginProof) async throws(OnsideServiceError) -> OnsideSession { throw .notLoggedIn }

  func logOut() async { current = nil }

  func products(_ identifiers: [String]) async throws(OnsideServiceError) -> OnsideProductsResponse {
    asked.append(identifiers)
    await questions.pass()
    try check()
    var response = OnsideProductsResponse(products: [], invalidProductIdentifiers: [])
    for (place, identifier) in identifiers.enumerated() where identifiers.firstIndex(of: identifier) == place {
      if let product = catalog.first(where: { $0.productIdentifier == identifier }) {
        response.products.append(product)
      } else {
        response.invalidProductIdentifiers.append(identifier)
      }
    }
    return response
  }

  func pay(_ order: OnsideOrderRequest) async throws(OnsideServiceError) -> OnsideOrder {
    paid.append(order)
    await payments.pass()
    return OnsideOrder(id: "order-\(paid.count)", product: order.product, appAccountToken: order.appAccountToken)
  }

  func settle(_ idempotencyKey: UUID, account: String) async throws(OnsideServiceError) -> OnsideOrder? { nil }

  func purchases() async throws(OnsideServiceError) -> [OnsideOrder] {
    try check()
    return past
  }

  func signedHistory() async throws(OnsideServiceError) -> OnsideSignedInAppsHistory {
    try check()
    return OnsideSignedInAppsHistory(data: history)
  }

  func attribution() async throws(OnsideServiceError) -> OnsideAttributionMetadata {
    try check()
    return OnsideAttributionMetadata(refererUrl: referer)
  }

  func paymentMethods(of account: String) async throws(OnsideServiceError) -> [OnsidePaymentMethod] {
    try check()
    return []
  }

  func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) async throws(OnsideServiceError) -> OnsidePaymentMethod {
    OnsidePaymentMethod(id: "card", title: "Card")
  }
  func usePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) {}
  func removePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) {}
  func send(_ events: [OnsideEvent]) async throws {}
}
