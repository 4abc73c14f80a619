#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideMerchant

/// A publisher's backend with its own ledger, and a real server with the keys and the Merchant API.
final class TestBackend: Sendable {
  static let bundleID = "com.example.shop"

  /// The Merchant API's answer for each order; 404 for other orders.
  let answers = Changing<[UUID: HTTPResponse]>([:])
  /// The orders for which the Merchant API does not answer before ``release``.
  let silent = Changing<Set<UUID>>([])
  let release = Signal()
  let server: ScriptedServer
  let ledger: SQLiteLedger
  private let folder: URL

  /// - Parameters:
  ///   - recordsEvents: whether the ledger has an outbox.
  ///   - clock: the ledger's clock.
  init(recordsEvents: Bool = false, clock: @escaping @Sendable () -> Date = { Date() }) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    ledger = try SQLiteLedger(
      file: folder.appendingPathComponent("ledger"), recordsEvents: recordsEvents, clock: clock)
    let verifier = Changing(MerchantTokenVerifier([TestMerchant.credentials]))
    server = try ScriptedServer { [answers, silent, release] request, _ in
      if request.path.last == "jwks.json" {
        return HTTPResponse(200, "application/json", TestKeys.document(TestKeys.rsa, TestKeys.p256))
      }
      let token = String((request[field: "Authorization"] ?? "").dropFirst("Bearer ".count))
      var merchant: String?
      verifier.change { merchant = try? $0.merchant(of: token, at: Date()) }
      guard merchant == TestMerchant.credentials.merchantID else { return HTTPResponse(401) }
      let order = request.path.last.flatMap(UUID.init)
      if let order, silent.value.contains(order) { await release.wait() }
      return order.flatMap { answers.value[$0] } ?? HTTPResponse(404)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The orders of all requests to the Merchant API, in order.
  var askedOrders: [UUID] {
    server.requests.filter { $0.path.first == "merchant-api" }.compactMap { $0.path.last.flatMap(UUID.init) }
  }

  /// Makes the Merchant API answer requests for the order of each purchase with a history of all these purchases.
  func publish(_ purchases: JSONValue..., by key: SigningKey = TestKeys.p256) throws {
    let jws = try key.sign(JSONValue.object(["transactions": .array(purchases)]).jsonBytes)
    answers.change { answers in
      for purchase in purchases {
        guard let order = purchase["order_id"]?.stringValue.flatMap(UUID.init) else { continue }
        answers[order] = HTTPResponse(200, "application/jose", Data(jws.utf8))
      }
    }
  }

  func client() throws -> MerchantClient {
    var options = MerchantClientOptions()
    options.firstPause = .milliseconds(1)
    return try MerchantClient(server: server.url, credentials: TestMerchant.credentials, options: options)
  }

  func validator(
    _ confirmation: OrderConfirmation, bundleIDs: Set<String> = [bundleID], maximumConfirmations: Int = 50,
    confirmationTimeout: Duration = .seconds(30)
  ) throws -> PurchaseValidator {
    return PurchaseValidator(
      bundleIDs: bundleIDs, verifier: try verifier(), ledger: ledger, confirmation: confirmation,
      maximumConfirmations: maximumConfirmations, confirmationTimeout: confirmationTimeout)
  }

  func verifier() throws -> HistoryVerifier {
    HistoryVerifier(keys: try JSONWebKeySetSource(server.url.appendingPathComponent(".well-known/jwks.json")))
  }
}
#endif
