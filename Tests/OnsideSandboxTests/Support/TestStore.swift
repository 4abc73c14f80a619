import CausewayDatabase
import Foundation
import OnsideCore
import OnsideMerchant

@testable import OnsideSandbox

/// A store in its own folder. The test sets its real time.
struct TestStore {
  static let app = "com.example.shop"
  static let otherApp = "com.example.other"

  private let folder = TestFolder()
  let time = TestTime("2026-01-31T12:00:00Z")
  var options: SandboxOptions

  /// Creates a folder for a store.
  ///
  /// - Parameter settings: more settings of the catalog, after the storefront.
  init(settings: String = "") throws {
    options = SandboxOptions(
      catalog: try TestShop.catalog(settings: settings), folder: folder.url, apps: [Self.app, Self.otherApp])
    // Use an EC key, because generating an RSA key would take longer than most tests.
    options.firstAlgorithm = .es256
    let time = time
    options.realTime = { time.now }
  }

  var url: URL { folder.url }

  /// Opens the store in the folder. A test can open it again after it was closed.
  func open() throws -> SandboxStore { try SandboxStore(options) }
}

/// A folder that is removed at the end of the test.
final class TestFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)")

  deinit {
    // Ignore errors, because the folder is in the system's temporary folder.
    try? FileManager.default.removeItem(at: url)
  }
}

extension SandboxStore {
  /// Logs a user in, and returns the session.
  func session(_ email: String = "ann@example.com", app: String = TestStore.app) throws -> SandboxSession {
    try sessions.logIn(.email(email), country: nil, app: app).session
  }

  /// Returns the SDK's request for a payment at the current price.
  func request(
    _ product: String, by session: SandboxSession, key: UUID = UUID(), token: String? = nil
  ) throws -> OrderRequest {
    guard let product = try catalog.products([product], for: session).products.first else {
      throw SandboxProblem(.notForSale, product)
    }
    return OrderRequest(
      key: key, productIdentifier: product.productIdentifier, price: product.price,
      introductoryPrice: product.introductoryPrice, discountedPrice: product.discountedPrice,
      account: session.account, countryCode: session.country.countryCode, appAccountToken: token)
  }

  /// Buys a product at the current price.
  @discardableResult
  func buy(
    _ product: String, by session: SandboxSession, key: UUID = UUID(), token: String? = nil
  ) throws -> Payment {
    try orders.pay(request(product, by: session, key: key, token: token), by: session)
  }

  /// Makes a test card the account's default one.
  func use(_ card: TestCard, of session: SandboxSession) throws {
    _ = try cards.add(number: card.number, of: session.account)
  }

  /// Returns all orders, the oldest first.
  func allOrders() throws -> [InAppPurchase] { try orders.newest(limit: 1000).map(\.purchase).reversed() }
}

extension SandboxStore {
  /// Returns the number of used tokens that the store remembers.
  func usedTokens() throws -> Int { try UsedTokenRecords(database: database).count() }

  /// Marks `count` tokens as used, which expire at `end`.
  func useTokens(_ count: Int, until end: Date) throws {
    let records = UsedTokenRecords(database: database)
    try database.runTransaction { () throws(DatabaseError) in
      for number in 0..<count { try records.use("\(number)", until: end) }
      return .success(())
    }
  }
}

extension OnsideCore.OnsidePrice {
  static func euros(_ value: Double) -> OnsidePrice { OnsidePrice(value: value, currencyCode: "EUR") }
}
