import Foundation
import OnsideCore
import OnsideTesting
import SeededGenerator
import Testing

/// A comparison of random calls of local testing with a model of the expected results.
@Suite struct LocalModelTests {
  private static let kinds = [
    "shop.coins.100": nil, "shop.season": nil, "shop.remove-ads": "ads", "shop.club.month": "club",
    "shop.club.year": "club",
  ]

  /// The state that local testing must know, in plain dictionaries.
  private struct Model {
    /// An order. Its id is its index in the list of all orders.
    struct Order: Equatable {
      var account: String
      var product: String
    }

    var account: String?
    var orders: [Order] = []
    /// The order of each key; nil for a void key.
    var keys: [UUID: Int?] = [:]

    /// Returns the current account's order of a kind of product.
    func owned(_ kind: String) -> Int? {
      orders.indices.last { orders[$0].account == account && LocalModelTests.kinds[orders[$0].product] == kind }
    }

    /// Returns the order of a payment; nil if the payment is refused.
    mutating func pay(_ key: UUID, _ product: String, by payer: String) -> Int? {
      if let outcome = keys[key] { return outcome.flatMap { orders[$0].account == payer ? $0 : nil } }
      guard payer == account else { return nil }
      if let kind = LocalModelTests.kinds[product] ?? nil, let owned = owned(kind), orders[owned].product == product {
        keys[key] = .some(owned)
        return owned
      }
      orders.append(Order(account: payer, product: product))
      keys[key] = .some(orders.count - 1)
      return orders.count - 1
    }

    /// Returns whether a key belongs to an order of an account that is not logged in.
    func isOfAnotherAccount(_ key: UUID) -> Bool {
      guard let outcome = keys[key], let outcome else { return false }
      return orders[outcome].account != account
    }

    mutating func settle(_ key: UUID) -> Int? {
      if let outcome = keys[key] { return outcome }
      keys[key] = .some(nil)
      return nil
    }

    var purchases: [Int] { Set(LocalModelTests.kinds.values.compactMap { $0 }).compactMap(owned).sorted() }
  }

  @Test func randomCallsGiveTheModelsResults() async throws {
    let seed =
      ProcessInfo.processInfo.environment["CAUSEWAY_TEST_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...(.max))
    print("CAUSEWAY_TEST_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    let store = LocalStore()
    var service = try store.open()
    var model = Model()
    /// Local testing's identifier of each order in the model.
    var ids: [String] = []
    var accounts: [String] = []
    let logins = ["ada@example.org", "bob@example.org", "eve@example.org"]
    for login in logins { accounts.append(try await service.logIn(.email(login)).account) }
    await service.logOut()
    let keys = (0..<40).map { _ in UUID() }
    let catalog = try Shop.catalog()
    let country = try #require(StorefrontCountry("NLD"))
    let products = try Self.kinds.keys.sorted().map { try #require(catalog.product($0, in: country)) }

    for step in 0..<600 {
      let comment: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        await service.logOut()
        model.account = nil
      case 1, 2:
        let login = Int.random(in: logins.indices, using: &random)
        model.account = try await service.logIn(.email(logins[login])).account
        #expect(model.account == accounts[login], comment)
      case 3:
        await service.close()
        service = try store.open()
        #expect(await service.session()?.account == model.account, comment)
      case 4, 5, 6:
        let key = keys[Int.random(in: keys.indices, using: &random)]
        let settler = accounts[Int.random(in: accounts.indices, using: &random)]
        guard settler == model.account, !model.isOfAnotherAccount(key) else {
          await #expect(throws: OnsideServiceError.notLoggedIn, comment) {
            try await service.settle(key, account: settler)
          }
          continue
        }
        let settled = try await service.settle(key, account: settler)
        #expect(settled?.id == model.settle(key).map { ids[$0] }, comment)
      case 7, 8:
        let purchases = try? await service.purchases()
        #expect(purchases?.map(\.id) == (model.account == nil ? nil : model.purchases.map { ids[$0] }), comment)
      default:
        // Use mostly new keys, as the SDK does, and sometimes one of a few keys that are used several times.
        let key =
          Int.random(in: 0..<3, using: &random) == 0 ? UUID() : keys[Int.random(in: keys.indices, using: &random)]
        let product = products[Int.random(in: products.indices, using: &random)]
        let payer = accounts[Int.random(in: accounts.indices, using: &random)]
        let request = OnsideOrderRequest(
          idempotencyKey: key, product: product, account: payer,
          countryCode: await service.session()?.storefront.countryCode ?? "")
        let order = try? await service.pay(request)
        let expected = model.pay(key, product.productIdentifier, by: payer)
        if let order, let expected, expected == ids.count { ids.append(order.id) }
        #expect(order?.id == expected.map { $0 < ids.count ? ids[$0] : "an order" }, comment)
      }
    }

    let ledger = try await service.ledger()
    #expect(ledger.map(\.order.id) == ids, "seed \(seed)")
    #expect(
      ledger.map { Model.Order(account: $0.account, product: $0.order.product.productIdentifier) } == model.orders,
      "seed \(seed)")
    for (position, entry) in ledger.enumerated() {
      #expect(Set(entry.keys) == Set(model.keys.filter { $0.value == position }.keys), "seed \(seed)")
    }
    #expect(Set(ids).count == ids.count, "seed \(seed)")
  }
}
