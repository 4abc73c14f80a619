import CausewayHTTP
import Foundation
import OnsideCore
import OnsideTesting

@testable import OnsideSandbox

/// A store whose pages a test requests like a browser that runs no scripts.
final class PageStore: Sendable {
  static let coins = "page.coins"
  static let shelf = "page.shelf"
  static let monthly = "page.monthly"
  /// A product whose name contains HTML, which the pages must escape.
  static let hostile = "page.hostile"
  private static let app = "com.example.shop"

  let store: SandboxStore
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pages-\(UUID().uuidString)")

  init() throws {
    store = try SandboxStore(SandboxOptions(catalog: try Self.catalog(), folder: folder))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }  // The folder is temporary.

  static func router(_ store: SandboxStore) -> Router {
    var router = Router()
    SandboxPages(store: store).add(to: &router)
    return router
  }

  /// Returns the text of a page.
  func get(_ address: String) async throws -> String {
    let response = await Self.router(store).answer(Self.request("GET", address))
    guard response.status == 200 else { throw URLError(.badServerResponse) }
    return String(decoding: response.body, as: UTF8.self)
  }

  /// Returns the response to a request of any route, whatever its status.
  func answer(_ method: String, _ address: String) async -> HTTPResponse {
    let routes = SandboxRoutes(store: store)
    var router = routes.router()
    SandboxPages(store: store).add(to: &router)
    return await router.answer(Self.request(method, address))
  }

  /// Sends a form, and returns the address of the redirect; nil for any other response.
  func post(_ address: String, _ form: String = "") async -> String? {
    var request = Self.request("POST", address)
    request.fields = [("Content-Type", "application/x-www-form-urlencoded")]
    request.body = Data(form.utf8)
    let response = await Self.router(store).answer(request)
    return response.status == 303 ? response[field: "Location"] : nil
  }

  /// Buys a product, and returns the order's id.
  @discardableResult
  func buy(_ product: String, as login: String = "ann@example.com", token: String? = nil) async throws -> String {
    let session = try await store.run { try $0.sessions.logIn(.email(login), country: nil, app: Self.app).session }
    guard let product = try await store.run({ try $0.catalog.products([product], for: session).products.first })
    else {
      throw URLError(.fileDoesNotExist)
    }
    let request = OrderRequest(
      key: UUID(), productIdentifier: product.productIdentifier, price: product.price,
      introductoryPrice: product.introductoryPrice, discountedPrice: product.discountedPrice,
      account: session.account, countryCode: session.country.countryCode, appAccountToken: token)
    return try await store.run { try $0.orders.pay(request, by: session).order.id }
  }

  /// Serves a store over HTTP, and runs a test that can send the heads of requests.
  static func serve(_ body: ((String) async throws -> String) async throws -> Void) async throws {
    let pages = try PageStore()
    let server = SandboxServer(pages.store)
    let address = try server.start()
    do {
      try await body { head in try await Self.answer(address, head + "\r\nConnection: close\r\n\r\n") }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    withExtendedLifetime(pages) {}
  }

  /// Sends a request over a socket, because URLSession cannot send a `Host` field of another host.
  private static func answer(_ server: URL, _ request: String) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try Self.exchange(server, request) })
      }
    }
  }

  private static func exchange(_ server: URL, _ request: String) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(server.port!).bigEndian
    address.sin_addr.s_addr = inet_addr(server.host()!)
    let connected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.init(rawValue: errno)!) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try handle.write(contentsOf: Data(request.utf8))
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }

  static func request(_ method: String, _ address: String) -> HTTPRequest {
    let parts = address.split(separator: "?", maxSplits: 1)
    return HTTPRequest(
      method: method, path: PercentCoding.segments(String(parts[0])) ?? [],
      query: parts.count == 2 ? PercentCoding.fields(String(parts[1])) ?? [] : [])
  }

  private static func catalog() throws -> Catalog {
    func product(_ id: String, _ price: String, _ type: String, _ name: String, _ more: String = "") -> String {
      """
      { "productID": "\(id)", "displayPrice": "\(price)", "type": "\(type)", "localizations":
        [{ "locale": "en_US", "displayName": "\(name)", "description": "\(name)" }]\(more) }
      """
    }
    let period = """
      , "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "g", "groupNumber": 1, "adHocOffers": [],
        "introductoryOffer": { "displayPrice": "0.00", "internalID": "1", "paymentMode": "free",
          "subscriptionPeriod": "P1W", "numberOfPeriods": 1 }
      """
    let text = """
      {
        "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "USA", "_locale": "en_US" },
        "nonRenewingSubscriptions": [],
        "products": [
          \(product(coins, "1.99", "Consumable", "Bag of coins")), \(product(shelf, "24.99", "NonConsumable", "Shelf")),
          \(product(hostile, "1.00", "Consumable", "</td><script>alert('&')</script><img src=x onerror=alert(1)>"))
        ],
        "subscriptionGroups": [
          { "id": "g", "name": "G", "subscriptions": [\(product(monthly, "3.99", "RecurringSubscription", "Lamp", period))] }
        ]
      }
      """
    return Catalog(try StoreKitConfiguration(parsing: Array(text.utf8), file: "pages.storekit"), preferredLanguages: [])
  }
}
