#if os(Linux)
import CausewayHTTP
import CausewayJSON
import Foundation
import ProgramTestSupport
import Testing

/// `causeway-merchant serve` in production, over real sockets.
@Suite("causeway-merchant serve", .timeLimit(.minutes(5))) struct ServeTests {
  // MARK: The service manager

  @Test("systemd learns when the server is ready, and when it stops", arguments: [true, false])
  func notifies(isAbstract: Bool) async throws {
    let folder = try Folder()
    let socket = try NotifySocket(isAbstract ? "@causeway-\(UUID())" : folder.path("notify"))
    let merchant = try await ServedMerchant(environment: ["NOTIFY_SOCKET": socket.path])
    try await merchant.becomes("ready for systemd") { socket.message() == "READY=1" }
    #expect(socket.message() == nil)
    let (code, _) = try await merchant.end()
    #expect(code == 0 && socket.message() == "STOPPING=1")
    #expect(socket.message() == nil)
  }

  @Test("If systemd cannot be told, the server logs it and runs")
  func notNotified() async throws {
    let merchant = try await ServedMerchant(environment: ["NOTIFY_SOCKET": "/nowhere/notify"])
    let (code, log) = try await merchant.end()
    let lines = log.filter { $0["event"]?.stringValue == "not_notified" }.compactMap { $0["message"]?.stringValue }
    #expect(code == 0 && lines.count == 2, "\(log)")
    #expect(lines.allSatisfy { $0.contains("/nowhere/notify") }, "\(lines)")
  }

  // MARK: Clients

  @Test("During a rotation both secrets of a client are accepted, and the metrics say which one is used")
  func rotationOfClients() async throws {
    let merchant = try await ServedMerchant()
    for (name, secret) in ServedMerchant.secrets {
      #expect(try await merchant.validate(secret: secret).status == 200, "\(name)")
    }
    #expect(try await merchant.validate(secret: nil).code == "unauthorized")
    #expect(try await merchant.validate(secret: "the-old-secret-of-a-client-012345678x").status == 401)
    #expect(try await merchant.send("GET /customers/ada/entitlements").status == 401)
    for name in ["old", "new"] {
      #expect(try await merchant.metric("causeway_merchant_client_requests_total{client=\"\(name)\"}") == 1)
    }
    let (code, log) = try await merchant.end()
    #expect(code == 0)
    let text = log.map { JSONValue.object($0).json }.joined()
    #expect(!text.contains("0123456789") && !text.contains(#/\bada\b/#), "\(text)")
  }

  @Test("An order that the store does not confirm and a failed request count, with their client")
  func failuresInTheMetrics() async throws {
    let merchant = try await ServedMerchant { _ in .text(404, "") }
    #expect(try await merchant.validate(order: PublishersStore.order).code == "merchant_api_unknown_order")
    #expect(try await merchant.validate().status == 200)
    let unconfirmed = "causeway_merchant_unconfirmed_orders_total{reason=\"merchant_api_unknown_order\"}"
    #expect(try await merchant.metric(unconfirmed) == 2)
    let authorization = "Authorization: Bearer \(ServedMerchant.secrets["new"] ?? "")"
    let customer = String(repeating: "a", count: 1_025)
    let reply = try await merchant.send("GET /customers/\(customer)/entitlements", [authorization])
    #expect(reply.code == "invalid_customer")
    #expect(try await merchant.metric("causeway_merchant_client_requests_total{client=\"new\"}") == 3)
    _ = try await merchant.end()
  }

  @Test("If the store refuses the first Merchant Secret, the next one is used") func rotationOfMerchantSecrets()
    async throws
  {
    let merchant = try await ServedMerchant([
      "merchant": [
        "id": "m",
        "keys": [
          ["id": "replaced", "secret": ["credential": "old"]],
          ["id": "k", "secret": ["credential": "merchant-secret"]],
        ],
      ]
    ]) { request in
      let token = (request[field: "Authorization"] ?? "").dropFirst("Bearer ".count)
      let header = String(decoding: Data(base64URL: String(token.prefix { $0 != "." })) ?? Data(), as: UTF8.self)
      return header.contains("\"k\"") ? nil : .text(401, "")
    }
    let reply = try await merchant.validate()
    #expect(reply.status == 200 && reply.body.contains("\"confirmed\":true"), "\(reply.body)")
    // The client remembers the accepted secret, so the store refuses no further request.
    let refused = "causeway_merchant_store_calls_total{outcome=\"merchant_api_unauthorized\"}"
    let before = try #require(try await merchant.metric(refused))
    #expect(before >= 1)
    #expect(try await merchant.validate().status == 200)
    #expect(try await merchant.metric(refused) == before)
    let log = try await merchant.end().log
    let changes = log.filter { $0["event"]?.stringValue == "merchant_key_changed" }
    #expect(changes.compactMap { $0["message"]?.stringValue }.map { $0.contains("key id k,") } == [true], "\(log)")
  }

  @Test(
    "Without a client's secret, a request that a proxy has forwarded is refused",
    arguments: [
      "X-Forwarded-For: 10.0.0.1", "Forwarded: for=10.0.0.1", "Via: 1.1 proxy",
    ])
  func forwarded(_ field: String) async throws {
    let merchant = try await ServedMerchant(withClients: false)
    #expect(try await merchant.validate(secret: nil).status == 200)
    let reply = try await merchant.validate(secret: nil, fields: [field])
    #expect(reply.status == 403 && reply.code == "forwarded_without_secret", "\(reply.body)")
    _ = try await merchant.end()
  }

  // MARK: Entitlements

  @Test("A customer's entitlements need no history") func entitlements() async throws {
    let merchant = try await ServedMerchant()
    let authorization = "Authorization: Bearer \(ServedMerchant.secrets["new"] ?? "")"
    let before = try await merchant.send("GET /customers/ada/entitlements", [authorization])
    #expect(before.status == 200 && before.body == "{\"entitlements\":[]}")
    _ = try await merchant.validate()
    let after = try await merchant.send("GET /customers/%61da/entitlements", [authorization])
    #expect(after.body.contains("\"product_id\":\"com.example.shop.pro\""), "\(after.body)")
    #expect(try await merchant.send("GET /customers/other/entitlements", [authorization]).body == before.body)
    let invalid = try await merchant.send(
      "GET /customers/\(String(repeating: "a", count: 1025))/entitlements", [authorization])
    #expect(invalid.status == 400 && invalid.code == "invalid_customer", "\(invalid.body)")
    let method = try await merchant.send("POST /customers/ada/entitlements", [authorization])
    #expect(method.status == 405 && method.fields["allow"] == "GET, HEAD")
    _ = try await merchant.end()
  }

  // MARK: Proxies

  @Test("The base path comes before each route except the probes") func basePath() async throws {
    let merchant = try await ServedMerchant(["listen": ["port": 0, "base_path": "/shop/purchases"]])
    #expect(try await merchant.validate(path: "/shop/purchases/validate").status == 200)
    #expect(try await merchant.validate(path: "/validate").status == 404)
    #expect(try await merchant.send("GET /healthz").status == 200)
    #expect(try await merchant.send("GET /shop/purchases/metrics").status == 404)
    _ = try await merchant.end()
  }

  @Test("The log names the client before the trusted proxies, and not what the client claims") func client()
    async throws
  {
    let merchant = try await ServedMerchant([
      "listen": ["port": 0, "hosts": ["shop.example"], "trusted_proxies": ["127.0.0.0/8", "10.0.0.0/8"]]
    ])
    _ = try await merchant.validate(fields: [
      "X-Request-ID: trusted", "X-Forwarded-For: 1.1.1.1, 203.0.113.9, 10.0.0.7",
    ])
    _ = try await merchant.validate(fields: ["X-Request-ID: malformed", "X-Forwarded-For: nonsense, 10.0.0.7"])
    let (_, log) = try await merchant.end()
    func address(_ id: String) -> String? { log.first { $0["request_id"]?.stringValue == id }?["address"]?.stringValue }
    #expect(address("trusted") == "203.0.113.9")
    #expect(address("malformed") == "10.0.0.7")
    let untrusting = try await ServedMerchant()
    _ = try await untrusting.validate(fields: ["X-Request-ID: untrusted", "X-Forwarded-For: 203.0.113.9"])
    let line = try await untrusting.end().log.first { $0["request_id"]?.stringValue == "untrusted" }
    #expect(line?["address"]?.stringValue == "127.0.0.1")
  }

  // MARK: Requests and logs

  @Test("A well-formed request id is kept, and another one is replaced") func requestID() async throws {
    let merchant = try await ServedMerchant()
    #expect(
      try await merchant.send("GET /healthz", ["X-Request-ID: abc-1.2_3~Z"]).fields["x-request-id"] == "abc-1.2_3~Z")
    var made: Set<String> = []
    for field in [
      "X-Request-ID: a b", "X-Request-ID: \"", "X-Request-ID: \(String(repeating: "a", count: 129))", "X: 1",
    ] {
      let id = try #require(try await merchant.send("GET /healthz", [field]).fields["x-request-id"])
      #expect(UUID(uuidString: id) != nil, "\(id)")
      made.insert(id)
    }
    #expect(made.count == 4)
    let (_, log) = try await merchant.end()
    #expect(made.isSubset(of: log.compactMap { $0["request_id"]?.stringValue }))
  }

  @Test("Each line of the log in JSON has a time, a level and an event") func jsonLog() async throws {
    let merchant = try await ServedMerchant()
    _ = try await merchant.validate()
    _ = try await merchant.send("GET /nowhere")
    let (_, log) = try await merchant.end()
    for line in log {
      let time = try #require(line["time"]?.stringValue)
      #expect(try Date(time, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) > .now - 300)
      #expect(["debug", "info", "warning", "error"].contains(line["level"]?.stringValue))
      #expect(line["message"]?.stringValue?.isEmpty == false)
    }
    let events = log.compactMap { $0["event"]?.stringValue }
    #expect(events.first == "ledger_opened" && events.suffix(2) == ["stopping", "stopped"], "\(events)")
    let request = try #require(log.first { $0["route"]?.stringValue == "validate" })
    #expect(request["status"]?.numberValue == 200 && request["outcome"]?.stringValue == "ok")
    #expect(request["client"]?.stringValue == "new" && request["duration_ms"]?.numberValue != nil)
  }

  @Test("A start that fails is one line of JSON too") func failedStart() async throws {
    let merchant = try await ServedMerchant()
    let file = merchant.folder.path("config.json")
    // The ledger is in use.
    let second = try await run(
      "causeway-merchant", ["serve", "--config", file], display: nil,
      environment: ["CREDENTIALS_DIRECTORY": merchant.folder.root])
    let log = try ServedMerchant.log(second)
    #expect(second.code == 1 && log.last?["event"]?.stringValue == "failed", "\(second.error)")
    _ = try await merchant.end()
  }
}

extension Data {
  fileprivate init?(base64URL text: String) {
    let text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    self.init(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
  }
}
#endif
