import Causeway
import CausewayJOSE
import Foundation
import OnsideMerchant

/// What apps present to a publisher's backend in the measurements.
struct ValidationLoad: Sendable {
  /// The app that all of it is of.
  static let bundleID = "com.example.shop"
  /// So many orders each customer has.
  private static let ordersOfACustomer = 4

  /// Histories of one new order each, as they were signed.
  let histories: [String]
  private let customers: [String]

  /// Each of these histories once, for customers that nobody has seen before.
  init(_ histories: [String]) {
    self.histories = histories
    let names = (0...histories.count / Self.ordersOfACustomer).map { _ in UUID().uuidString }
    customers = histories.indices.map { names[$0 / Self.ordersOfACustomer] }
  }

  /// So many new orders, signed by this key.
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

  /// Has each history validated once, so many at a time. All of them must come to this.
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
