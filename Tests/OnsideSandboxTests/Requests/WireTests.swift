import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

@testable import OnsideSandbox

@Suite("Rules for all requests and answers") struct WireTests {
  @Test("The store answers every operation of its description, and no others")
  func operations() {
    // In this document a path is indented by two spaces and a method by four, so the test can read the document without
    // a YAML parser.
    var described: Set<String> = []
    var path = ""
    var method = ""
    for line in SandboxServer.openAPI.split(separator: "\n").prefix(while: { $0 != "components:" }) {
      let name = line.drop { $0 == " " }
      switch line.count - name.count {
      case 2 where name.hasPrefix("/"): path = String(name.dropLast())
      case 4 where name.hasSuffix(":"): method = name.dropLast().uppercased()
      case 6 where name.hasPrefix("operationId: "):
        described.insert("\(name.dropFirst("operationId: ".count)) \(method) \(path)")
      default: break
      }
    }
    #expect(described == Set(SandboxOperation.allCases.map { "\($0.rawValue) \($0.route.method) \($0.route.path)" }))
  }

  @Test("Every code of a refusal is in the description")
  func codes() throws {
    let text = SandboxServer.openAPI
    let start = try #require(text.range(of: "[app_not_registered"))
    let list = text[start.lowerBound...].prefix { $0 != "]" }.dropFirst()
    let described = Set(list.split { ", \n".contains($0) }.map(String.init))
    #expect(described == Set(SandboxProblem.Code.allCases.map(\.rawValue)))
  }

  @Test("Every operation that can fail is in the description of setFailures, and no other")
  func failingOperations() throws {
    let text = SandboxServer.openAPI
    let call = try #require(text.range(of: "operationId: setFailures"))
    let operation = try #require(text[call.upperBound...].range(of: "  operation:\n"))
    let list = text[operation.upperBound...].drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
    let described = Set(list.split { ", \n".contains($0) }.map(String.init))
    #expect(described == Set(SandboxOperation.allCases.filter(\.canFail).map(\.rawValue)))
  }

  @Test("A refusal is application/problem+json with its status, a title and a code")
  func problem() async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().get("/app-api/v1/purchases")
      #expect(answer.fields["content-type"] == "application/problem+json")
      #expect(answer.json["status"] == 401 && !answer.title.isEmpty && answer.code == "not_logged_in")
    }
  }

  @Test("An unknown path is refused with 404, and so is a known path with an additional slash")
  func notFound() async throws {
    try await TestServer.serve { server in
      for path in ["/app-api", "/app-api/v1/orders/", "/sandbox//clock"] {
        let answer = try await server.client().get(path)
        #expect(answer.status == 404 && answer.code == "not_found")
      }
    }
  }

  @Test("Only the key set may be cached; other answers and all refusals may not")
  func noStore() async throws {
    try await TestServer.serve { server async throws in
      let client = server.client()
      for path in ["/sandbox/clock", "/app-api/v1/purchases", "/app-api/nothing", "/sandbox/orders?limit=0"] {
        #expect(try await client.get(path).fields["cache-control"] == "no-store", "\(path)")
      }
      #expect(try await client.get("/.well-known/jwks.json").fields["cache-control"] == nil)
    }
  }

  @Test("A method that a path does not support is refused with 405 and the list of its methods")
  func method() async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().delete("/sandbox/clock")
      #expect(answer.status == 405 && answer.code == "method_not_allowed")
      #expect(answer.fields["allow"] == "GET, HEAD, POST")
    }
  }

  @Test("HEAD is answered like GET, without a body")
  func head() async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().send("HEAD", "/sandbox/clock", nil)
      #expect(answer.status == 200 && answer.data.isEmpty && answer.fields["content-type"] == "application/json")
    }
  }

  @Test(
    "A body without the content type application/json is refused with 415",
    arguments: ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
  func mediaType(_ type: String) async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().post("/sandbox/clock", [:], ["Content-Type": type])
      #expect(answer.status == 415 && answer.code == "unsupported_media_type")
    }
  }

  @Test("A media type may have parameters, and any letter case")
  func parameters() async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().post(
        "/sandbox/clock", [:], ["Content-Type": "Application/JSON; charset=utf-8"])
      #expect(answer.status == 200)
    }
  }

  @Test(
    "A body that is not a JSON object, or repeats a name, is refused with 400",
    arguments: ["", "{", "[]", "null", "1", #"{"rate": 1, "rate": 2}"#, "{\"a\": \u{FEFF}1}", "{} {}"])
  func malformed(_ body: String) async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().send("POST", "/sandbox/clock", Data(body.utf8))
      #expect(answer.status == 400 && answer.code == "bad_request")
    }
  }

  @Test("A body of more than 5 MB is refused with 413 before it is read and before any login, on every route")
  func large() async throws {
    try await PageStore.serve { ask async throws in
      for path in [
        "/app-api/v1/sessions", "/app-api/v1/products/query", "/app-api/v1/events", "/sandbox/clock",
        "/merchant-api/v1/reports/transactions",
      ] {
        let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
        #expect(try await ask("\(head)\r\nContent-Length: 5000001").hasPrefix("HTTP/1.1 413 "))
      }
    }
  }

  @Test("A body that is nested too deeply is refused with 400")
  func deep() async throws {
    try await TestServer.serve { server async throws in
      let body = String(repeating: #"{"a":"#, count: 10_000) + "1" + String(repeating: "}", count: 10_000)
      #expect(try await server.client().send("POST", "/sandbox/clock", Data(body.utf8)).status == 400)
    }
  }
}

@Suite("The log, and secrets") struct LogTests {
  @Test("The log has methods, paths without their values, statuses and times, and nothing of a user or a secret")
  func log() async throws {
    try await TestServer.serve { server in
      let login = try await server.client().logIn(["email": "ann@example.com"])
      let ann = try await server.loggedIn()
      let order = try await ann.buy(TestShop.coins).json["order_id"]?.stringValue ?? ""
      let history = try await ann.get("/app-api/v1/history").text
      let token = try MerchantToken.make(server.store.merchant.credentials, at: server.test.time.now)
      var merchant = server.client(app: nil)
      merchant.token = token
      _ = try await merchant.get("/merchant-api/v1/purchases/in-app/history/\(order)?token=\(token)")
      _ = try await merchant.get("/merchant-api/v1/purchases/in-app/history/\(order)")
      _ = try await ann.get("/nowhere/\(order)")
      _ = try await ann.put("/sandbox/accounts/\(ann.account)/storefront", ["country_code": "FR"])
      let lines = server.log.lines
      let form = /(GET|POST|PUT|DELETE|HEAD) (elsewhere|\/[-.{}\/\w]+) \d{3} \d+\.\d ms/
      #expect(lines.count == 14)
      for line in lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
      #expect(lines.contains { $0.hasPrefix("GET /merchant-api/v1/purchases/in-app/history/{order_id} 401 ") })
      let secrets = [
        "ann", ann.account, ann.token ?? "", order, history, token, login.json["refresh_token"]?.stringValue ?? "",
        String(decoding: server.store.merchant.credentials.secret.bytes, as: UTF8.self),
      ]
      for secret in secrets { #expect(!secret.isEmpty && !lines.joined().contains(secret)) }
    }
  }

  @Test("Every request has a line, in the order of the answers, including pages, their buttons and refusals")
  func everything() async throws {
    try await TestServer.serve { server in
      let id = UUID().uuidString
      let site = ["Origin": "http://evil.example"]
      let expected = [
        ("GET", "/", "GET / 200"), ("GET", "/orders?before=\(id)", "GET /orders 404"),
        ("GET", "/pages.css", "GET /pages.css 200"),
        ("POST", "/orders/\(id)/refund", "POST /orders/{id}/refund 303"),
        ("POST", "/subscriptions/\(id)/cancel", "POST /subscriptions/{id}/cancel 303"),
        ("DELETE", "/accounts/\(id)/storefront", "DELETE /accounts/{id}/storefront 405"),
        ("GET", "/\(id)", "GET elsewhere 404"), ("GET", "/sandbox/clock", "GET /sandbox/clock 200"),
        ("POST", "/sandbox/orders/\(id)/refund", "POST /sandbox/orders/{order_id}/refund 403"),
      ]
      for (method, path, line) in expected {
        let fields = line.hasSuffix("403") ? site : [:]
        // The client follows the redirect of a form to a page, which adds a second line.
        let before = server.log.lines.count
        _ = try await server.client().send(method, path, nil, fields)
        let lines = server.log.lines.dropFirst(before)
        #expect(lines.first?.hasPrefix("\(line) ") == true, "\(lines)")
        #expect(lines.count == (line.hasSuffix("303") ? 2 : 1), "\(lines)")
      }
      #expect(!server.log.lines.joined().contains(id))
    }
  }

  @Test("A refusal contains nothing of the request")
  func refusals() async throws {
    try await TestServer.serve { server in
      let ann = try await server.loggedIn()
      let secret = "s3cr3t-\(UUID().uuidString)"
      var bad = ann
      bad.token = secret
      let answers = [
        try await bad.get("/app-api/v1/purchases"),
        try await bad.get("/merchant-api/v1/purchases/in-app/history/\(UUID().uuidString)"),
        try await ann.post("/app-api/v1/sessions/refresh", ["refresh_token": .string(secret)]),
        try await ann.post("/app-api/v1/login-codes", ["email": .string(secret)]),
        try await ann.post(
          "/app-api/v1/sessions", ["login_code": .string(UUID().uuidString), "code": .string(secret)]),
        try await ann.post("/app-api/v1/payment-methods", ["card_number": .string(secret)]),
        try await ann.send("POST", "/app-api/v1/sessions", Data("{\"email\": \(secret)".utf8)),
      ]
      for answer in answers { #expect(answer.status >= 400 && !answer.text.contains(secret), "\(answer.title)") }
    }
  }

  @Test("Descriptions and mirrors of tokens do not contain the tokens")
  func redacted() async throws {
    let store = try TestStore().open()
    let tokens = try await store.run {
      try $0.sessions.logIn(.email("ann@example.com"), country: nil, app: TestStore.app)
    }
    var dumped = ""
    dump(tokens, to: &dumped)
    for text in ["\(tokens)", String(reflecting: tokens), dumped] {
      #expect(!text.contains(tokens.accessToken.text) && !text.contains(tokens.refreshToken.text))
    }
  }
}
