#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideMerchant

/// A store with a set of keys and a Merchant API, the two parts that a publisher uses. A test chooses its answers.
final class PublishersStore: Sendable {
  static let order = UUID()
  static let key: SigningKey = {
    do {
      return try SigningKey.generate(.es256, keyID: "store-1")
    } catch {
      fatalError("The key could not be generated: \(error)")
    }
  }()
  static let keys = JSONWebKeySet([key.publicKey()].compactMap { $0 })

  let url: URL
  private let server: HTTPServer

  /// Starts the store.
  ///
  /// - Parameters:
  ///   - keys: the status of the answer that contains the keys.
  ///   - history: the answer of the Merchant API.
  init(keys status: Int = 200, history: HTTPResponse) throws {
    let keys = HTTPResponse(status, "application/json", Data(Self.keys.json.jsonBytes))
    server = HTTPServer { $0.path.last == "jwks.json" ? keys : history }
    url = try server.start()
  }

  func stop() async { await server.stop() }

  /// Returns the signed history of ``order``. `changes` replaces members of the purchase.
  static func history(_ changes: KeyValuePairs<String, JSONValue> = [:], by key: SigningKey = key) throws -> String {
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    let purchase = InAppPurchase(
      orderID: order, originalOrderID: order, productID: "com.example.shop.pro", productType: .nonConsumable,
      price: 499,
      currency: "EUR", purchaseDate: date, originalPurchaseDate: date, fetchedAt: date, bundleID: "com.example.shop",
      userCountry: "DE")
    guard var members = purchase.json.objectValue else { return "" }
    for (name, value) in changes { members[name] = value }
    return try key.sign(JSONValue.object(["transactions": .array([.object(members)])]).jsonBytes, type: nil)
  }

  static func answer(_ jws: String) -> HTTPResponse { HTTPResponse(200, "application/jose", Data(jws.utf8)) }

  /// The options that make a publisher's command use this store. The command also needs ``environment``.
  var merchant: [String] { ["--merchant-id", "m", "--key-id", "k", "--store", url.absoluteString] }
  static let environment = ["ONSIDE_MERCHANT_SECRET": "a-secret-of-a-test-that-is-nowhere-else-0123456789"]
}
#endif
