import CausewayDatabase
import Foundation
import OnsideCore
import OnsideMerchant

@testable import OnsideSandbox

/// A store in a folder of its own, with real time in the test's hand.
struct TestStore {
  static let app = "com.example.shop"
  static let otherApp = "com.example.other"

  private let folder = TestFolder()
  let time = TestTime("2026-01-31T12:00:00Z")
  var options: SandboxOptions

  /// - Parameter settings: of the catalogue, besides the storefront.
  init(settings: String = "") throws {
    options = SandboxOptions(
      catalog: try TestShop.catalog(settings: settings), folder: folder.url, apps: [Self.app, Self.otherApp])
    // To make an RSA key takes longer than most tests.
    options.firstAlgorithm = .es256
    let time = time
    options.realTime = { time.now }
  }

  var url: URL { folder.url }

  /// Opens the folder; again, if it was closed.
  func open() throws -> SandboxStore { try SandboxStore(options) }
}

/// A folder that is removed with the test.
final class TestFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)")

  deinit {
    // What stays is in the system's folder for such things.
    try? FileManager.default.removeItem(at: url)
  }
}

extension SandboxStore {
  /// Logs in.
  func session(_ email: String = "ann@example.com", app: String = TestStore.app) throws -> SandboxSession {
    try sessions.logIn(.email(email), country: nil, app: app).session
  }

  /// What the SDK sends for a payment at the present price.
  func request(
    _ product: String, by session: SandboxSession, key: UUID = UUID(), token: String? = nil
  ) throws -> OrderRequest {
    guard let product = try catalogue.products([product], for: session).products.first else {
      throw SandboxProblem(.notForSale, product)
    }
    return OrderRequest(
      key: key, productIdentifier: product.productIdentifier, price: product.price,
      introductoryPrice: product.introductoryPrice, discountedPrice: product.discountedPrice,
      account: session.account, countryCode: session.country.countryCode, appAccountToken: token)
  }

  /// Buys at the present price.
  @discardableResult
  func buy(
    _ product: String, by session: SandboxSession, key: UUID = UUID(), token: String? = nil
  ) throws -> Payment {
    try orders.pay(request(product, by: session, key: key, token: token), by: session)
  }

  /// Makes a test card the one that is charged.
  func use(_ card: TestCard, of session: SandboxSession) throws {
    _ = try cards.add(number: card.number, of: session.account)
  }

  /// Every order, the oldest first.
  func allOrders() throws -> [InAppPurchase] { try orders.newest(limit: 1000).map(\.purchase).reversed() }
}

extension SandboxStore {
  /// How many used tokens are remembered.
  func usedTokens() throws -> Int { try UsedTokenRecords(database: database).count() }

  /// Uses up so many tokens.
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
