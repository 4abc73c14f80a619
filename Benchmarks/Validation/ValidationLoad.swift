import Causeway
import CausewayJOSE
import Foundation
import OnsideMerchant

/// The histories that apps present to a publisher's backend in the measurements.
struct ValidationLoad: Sendable {
  /// The bundle ID of the app in all histories.
  static let bundleID = "com.example.shop"
  /// The number of orders of each customer.
  private static let ordersOfACustomer = 4

  /// The signed histories, with one new order each.
  let histories: [String]
  private let customers: [String]

  /// Creates a load that presents each history once, for new customers.
  init(_ histories: [String]) {
    self.histories = histories
    let names = (0...histories.count / Self.ordersOfACustomer).map { _ in UUID().uuidString }
    customers = histories.indices.map { names[$0 / Self.ordersOfACustomer] }
  }

  /// Creates a load of `count` histories with one new order each, signed with `key`.
  init(_ count: Int, signedBy key: SigningKey) throws {
    self.init(
      try (0..<count).map { _ in
        let order = UUID()
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let purchase = InAppPurchase(
          orderID: order, originalOrderID: order, productID: "\(Self.bundleID).coins", productType: .consumable,
          price: 499, currency: "EUR", purchaseDate: date, originalPurchaseDate: date, fetchedAt: date,
          bundleID: Self.bundleID, userCountry: "DE")
        return try key.sign(TransactionHistory(transactions: [purchase]).json.jsonBytes, type: "JWT")
      })
  }

  /// Validates each history once, with `clients` requests at a time. Throws if a validation has another outcome than
  /// the expected one.
  func present(
    to validator: PurchaseValidator, clients: Int, expecting outcome: LedgerDecision.Outcome, confirmed: Bool
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<clients {
        group.addTask {
          for place in stride(from: client, to: histories.count, by: clients) {
            let validation = try await validator.validate(histories[place], for: customers[place])
            guard validation.decisions.map(\.outcome) == [outcome], validation.confirmed.isEmpty != confirmed,
              !validation.entitlements.isEmpty
            else { throw BenchError.noFigure("a purchase that is \(outcome.rawValue)") }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
