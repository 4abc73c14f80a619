import Foundation
import FuzzSupport
import OnsideKit
import OnsideTesting

/// A customer who dismisses every third login and every second payment sheet.
@MainActor final class CarefulCustomer: OnsideInterface {
  private var logins = 0
  private var sheets = 0
  private var approved: [OnsidePaymentSheet] = []

  func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    logins += 1
    guard !logins.isMultiple(of: 3) else { throw .loginDiscarded }
    do {
      _ = try await screen.submit(.email("ada@example.com"))
    } catch {
      throw .loginDiscarded
    }
  }

  func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    sheets += 1
    guard sheets.isMultiple(of: 2) else { throw .cancelled }
    approved.append(sheet)
    return OnsidePaymentApproval()
  }

  func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError) {
    fatalError("local testing has no payment methods")
  }

  /// Uses up the approval of a payment, and traps if there is none. An approval is valid for one payment of the same
  /// product at the same price, and the page must have requested it.
  func spend(_ order: OnsideOrderRequest) {
    guard let place = approved.firstIndex(where: { $0.product == order.product }) else {
      fatalError("\(order.product) is paid without approval")
    }
    expect(approved[place].requestingOrigin == "https://shop.example", "the page did not request the payment")
    approved.remove(at: place)
  }
}

/// The service of local testing. Before each payment, it checks that the customer has approved it.
struct CarefulStore: OnsideService {
  let store: LocalTestingService
  let customer: CarefulCustomer

  var sessions: AsyncStream<OnsideSession?> { store.sessions }
  func session() async -> OnsideSession? { await store.session() }
  func beginLogin(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep {
    try await store.beginLogin(credential)
  }

  func logIn(_ proof: OnsideLoginProof) async throws(OnsideServiceError) -> OnsideSession {
    try await store.logIn(proof)
  }
  func logOut() async { await store.logOut() }
  func products(_ identifiers: [String]) async throws(OnsideServiceError) -> OnsideProductsResponse {
    try await store.products(identifiers)
  }

  func pay(_ order: OnsideOrderRequest) async throws(OnsideServiceError) -> OnsideOrder {
    await customer.spend(order)
    return try await store.pay(order)
  }

  func settle(_ idempotencyKey: UUID, account: String) async throws(OnsideServiceError) -> OnsideOrder? {
    try await store.settle(idempotencyKey, account: account)
  }
  func purchases() async throws(OnsideServiceError) -> [OnsideOrder] { try await store.purchases() }
  func signedHistory() async throws(OnsideServiceError) -> OnsideSignedInAppsHistory { try await store.signedHistory() }
  func attribution() async throws(OnsideServiceError) -> OnsideAttributionMetadata { try await store.attribution() }
  func paymentMethods(of account: String) async throws(OnsideServiceError) -> [OnsidePaymentMethod] {
    try await store.paymentMethods(of: account)
  }

  func addPaymentMethod(
    _ card: OnsideCard, idempotencyKey: UUID, account: String
  ) async throws(OnsideServiceError) -> OnsidePaymentMethod {
    try await store.addPaymentMethod(card, idempotencyKey: idempotencyKey, account: account)
  }

  func usePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) {
    try await store.usePaymentMethod(id, account: account)
  }

  func removePaymentMethod(_ id: String, account: String) async throws(OnsideServiceError) {
    try await store.removePaymentMethod(id, account: account)
  }

  func send(_ events: [OnsideEvent]) async throws { try await store.send(events) }
}

/// A shop in a temporary folder. All inputs use the same shop.
@MainActor final class CarefulShop {
  let client: OnsideClient

  init() {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("onside-fuzz-\(UUID().uuidString)")
    do {
      let catalog = Catalog(try StoreKitConfiguration(parsing: Self.catalog.utf8, file: "shop.storekit"))
      let customer = CarefulCustomer()
      client = OnsideClient(
        service: CarefulStore(store: try LocalTestingService(catalog: catalog, folder: folder), customer: customer),
        interface: customer, store: try TransactionStore(file: folder.appendingPathComponent("queue.sqlite")),
        log: { line in expect(!line.contains("could not be written"), line) })
    } catch {
      fatalError("\(error)")
    }
    // The open files stay usable after the removal, and the program leaves no files behind.
    try? FileManager.default.removeItem(at: folder)
  }

  /// Waits for all payments and finishes their transactions, so that the next input begins with an empty queue.
  func tidyUp() {
    let queue = client.queue
    expect(
      Fuzzer.eventually { !queue.transactions.contains { $0.transactionState == .purchasing } }, "a payment did not end"
    )
    for transaction in queue.transactions { queue.finishTransaction(transaction) }
    expect(Fuzzer.eventually { queue.transactions.isEmpty }, "a transaction was not finished")
  }

  private static let catalog = """
    { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
      "nonRenewingSubscriptions": [],
      "products": [
        { "displayPrice": "4.99", "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": "coins", "referenceName": "Coins", "type": "Consumable" },
        { "displayPrice": "19.99", "familyShareable": false, "internalID": "2", "localizations": [],
          "productID": "lifetime", "referenceName": "Lifetime", "type": "NonConsumable" } ],
      "subscriptionGroups": [
        { "id": "3", "localizations": [], "name": "Reader", "subscriptions": [
          { "displayPrice": "2.99", "familyShareable": false, "groupNumber": 1, "internalID": "4", "localizations": [],
            "productID": "monthly", "recurringSubscriptionPeriod": "P1M", "referenceName": "Monthly",
            "subscriptionGroupID": "3", "type": "RecurringSubscription", "adHocOffers": [], "codeOffers": [],
            "introductoryOffer": null } ] } ] }
    """
}
