#if os(Linux)
import ProgramTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A sandbox store that runs as a program and has sold one order.
final class SoldOrder: Sendable {
  let folder: Folder
  let store: URL
  /// The id of the order.
  let order: String
  /// The buyer's signed history, as the app gets it.
  let history: String
  /// The options that make a publisher's command use this store. The command also needs ``environment``.
  let merchant: [String]
  let environment: [String: String]
  private let program: RunningProgram

  init() async throws {
    folder = try Folder()
    let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/onside/shop.storekit")
    (program, store) = try await RunningProgram.server([
      "store", "serve", "--catalog", catalog.path, "--data", folder.path("store"), "--port", "0",
    ])
    let names = try Self.object(Data(folder.read("store/merchant.json").utf8))
    merchant = [
      "--merchant-id", try #require(names["merchant_id"] as? String), "--key-id",
      try #require(names["key_id"] as? String),
    ]
    let secret = try folder.read("store/merchant-secret").trimmingCharacters(in: .whitespacesAndNewlines)
    environment = ["ONSIDE_MERCHANT_SECRET": secret]
    let app = App(store: store)
    let session = try await app.logIn("ada@example.com")
    let token = try #require(session["access_token"] as? String)
    let account = try #require(session["account"] as? String)
    let bought = try await app.answer(
      "orders", token: token, fields: ["Idempotency-Key": UUID().uuidString],
      body: """
        {"product_identifier": "lantern.coins.12", "price": {"value": 1.99, "currency_code": "EUR"},
         "country_code": "DE", "account": "\(account)"}
        """)
    order = try #require(bought["order_id"] as? String)
    history = String(decoding: try await app.data("history", token: token), as: UTF8.self)
  }

  /// Refunds the order.
  func refund() async throws {
    var request = URLRequest(url: store.appendingPathComponent("sandbox/orders/\(order)/refund"))
    request.httpMethod = "POST"
    let (_, answer) = try await URLSession.shared.data(for: request)
    try #require((answer as? HTTPURLResponse)?.statusCode == 200)
  }

  /// Ends the store, and returns its result.
  func end() async throws -> ProgramResult {
    try await program.end(by: SIGTERM)
  }

  static func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}

/// The requests that an app sends to the store.
private struct App {
  let store: URL

  /// Logs in with the code in the store's inbox.
  func logIn(_ address: String) async throws -> [String: Any] {
    let sent = try await answer("login-codes", body: #"{"email": "\#(address)"}"#)
    let id = try #require(sent["id"] as? String)
    let (data, _) = try await URLSession.shared.data(from: store.appendingPathComponent("sandbox/inbox"))
    let messages = try #require(try SoldOrder.object(data)["messages"] as? [[String: Any]])
    let code = try #require(messages.first { $0["id"] as? String == id }?["code"] as? String)
    return try await answer("sessions", body: #"{"login_code": "\#(id)", "code": "\#(code)"}"#)
  }

  func answer(
    _ path: String, token: String? = nil, fields: [String: String] = [:], body: String
  ) async throws -> [String: Any] {
    try SoldOrder.object(try await data(path, token: token, fields: fields, body: body))
  }

  func data(
    _ path: String, token: String? = nil, fields: [String: String] = [:], body: String? = nil
  ) async throws -> Data {
    var request = URLRequest(url: store.appendingPathComponent("app-api/v1/\(path)"))
    request.httpMethod = body == nil ? "GET" : "POST"
    request.httpBody = body.map { Data($0.utf8) }
    request.allHTTPHeaderFields = fields.merging([
      "Onside-App": "com.example.shop", "Content-Type": "application/json",
    ]) { own, _ in own }
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (data, answer) = try await URLSession.shared.data(for: request)
    try #require([200, 201].contains((answer as? HTTPURLResponse)?.statusCode), "\(path)")
    return data
  }
}
#endif
