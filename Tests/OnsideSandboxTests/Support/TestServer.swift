import CausewayJSON
import Foundation
import OnsideCore
import OnsideMerchant

@testable import OnsideSandbox

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A store behind a real server, and the clients of this server.
final class TestServer: Sendable {
  let test: TestStore
  let server: SandboxServer
  let url: URL
  let log = TestLog()

  init(_ test: TestStore) throws {
    self.test = test
    var options = SandboxServer.Options()
    let log = log
    options.log = { log.write($0) }
    server = SandboxServer(try test.open(), options)
    url = try server.start()
  }

  var store: SandboxStore { server.store }

  /// Serves a new store while `body` runs.
  static func serve(
    settings: String = "", _ change: (inout SandboxOptions) -> Void = { _ in },
    _ body: (TestServer) async throws -> Void
  ) async throws {
    var test = try TestStore(settings: settings)
    change(&test.options)
    let server = try TestServer(test)
    do {
      try await body(server)
    } catch {
      await server.server.stop()
      throw error
    }
    await server.server.stop()
  }

  /// Returns a client without a session.
  func client(app: String? = TestStore.app) -> TestClient { TestClient(url: url, app: app) }

  /// Returns a client with a session.
  func loggedIn(_ email: String = "ann@example.com", app: String = TestStore.app) async throws -> TestClient {
    var client = client(app: app)
    let answer = try await client.logIn(["email": .string(email)])
    client.token = answer.json["access_token"]?.stringValue
    client.account = answer.json["account"]?.stringValue ?? ""
    return client
  }
}

/// The log of a server.
final class TestLog: @unchecked Sendable {  // The lock protects all state.
  private let lock = NSLock()
  private var written: [String] = []

  var lines: [String] { lock.withLock { written } }
  func write(_ line: String) { lock.withLock { written.append(line) } }
}

/// A server's answer.
struct Answer {
  var status: Int
  var fields: [String: String]
  var data: Data

  /// The body; null if it is not JSON.
  var json: JSONValue { (try? JSONValue(parsing: data)) ?? .null }
  var text: String { String(decoding: data, as: UTF8.self) }
  /// The code of a refusal; nil if the answer has none.
  var code: String? { json["code"]?.stringValue }
  var title: String { json["title"]?.stringValue ?? "" }
}

/// A client that sends requests as an app, or without an app if `app` is nil.
struct TestClient {
  let url: URL
  var app: String?
  var token: String?
  var account = ""

  func get(_ path: String, _ fields: [String: String] = [:]) async throws -> Answer {
    try await send("GET", path, nil, fields)
  }

  func post(_ path: String, _ body: JSONValue? = nil, _ fields: [String: String] = [:]) async throws -> Answer {
    try await send("POST", path, body.map { Data($0.jsonBytes) }, fields)
  }

  func put(_ path: String, _ body: JSONValue? = nil) async throws -> Answer {
    try await send("PUT", path, body.map { Data($0.jsonBytes) })
  }

  func delete(_ path: String) async throws -> Answer { try await send("DELETE", path, nil) }

  /// Sends a request and returns the answer.
  ///
  /// - Parameter fields: more header fields, which replace the fields of the app, the session and JSON.
  func send(
    _ method: String, _ path: String, _ body: Data?, _ fields: [String: String] = [:]
  ) async throws -> Answer {
    guard let address = URL(string: path, relativeTo: url) else { throw URLError(.badURL) }
    var request = URLRequest(url: address)
    request.httpMethod = method
    request.httpBody = body
    if let app { request.setValue(app, forHTTPHeaderField: "Onside-App") }
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    var received: [String: String] = [:]
    for (name, value) in response.allHeaderFields { received["\(name)".lowercased()] = "\(value)" }
    return Answer(status: response.statusCode, fields: received, data: data)
  }

  // MARK: Logins

  /// Logs in with the code in the inbox.
  ///
  /// - Parameter address: `email` or `phone`, and optionally `country_code`.
  /// - Returns: the answer to the code; the answer to the address if the store refuses the address.
  func logIn(_ address: JSONObject) async throws -> Answer {
    let sent = try await post("/app-api/v1/login-codes", .object(address))
    guard sent.status == 201 else { return sent }
    var body: JSONObject = ["login_code": sent.json["id"] ?? nil]
    let inbox = try await get("/sandbox/inbox").json["messages"]?.arrayValue ?? []
    body["code"] = inbox.first { $0["id"] == sent.json["id"] }?["code"]
    if let country = address["country_code"] { body["country_code"] = country }
    return try await post("/app-api/v1/sessions", .object(body))
  }

  // MARK: Orders

  /// Returns the body of a payment for a product at its current price.
  func orderBody(_ product: String) async throws -> JSONObject {
    let answer = try await post("/app-api/v1/products/query", ["product_identifiers": [.string(product)]])
    let current = try await get("/app-api/v1/sessions/current")
    var body: JSONObject = [
      "product_identifier": .string(product), "account": .string(account),
      "country_code": current.json["storefront"]?["country_code"] ?? .null,
    ]
    for name in ["price", "introductory_price", "discounted_price"] {
      if let value = answer.json["products"]?[0]?[name] { body[name] = value }
    }
    return body
  }

  func pay(_ body: JSONObject, key: UUID = UUID()) async throws -> Answer {
    try await post("/app-api/v1/orders", .object(body), ["Idempotency-Key": key.uuidString])
  }

  /// Pays for a product at its current price.
  @discardableResult
  func buy(_ product: String, key: UUID = UUID()) async throws -> Answer {
    try await pay(orderBody(product), key: key)
  }
}
