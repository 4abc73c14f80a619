import CausewayJSON
import Foundation
import Testing

@testable import OnsideSandbox

@Suite("Sessions") struct SessionTests {
  private static let path = "/app-api/v1/sessions"

  @Test("The first login of an address creates its account; later logins find it")
  func accounts() async throws {
    try await TestServer.serve { server in
      let first = try await server.client().logIn(["email": "ann@example.com"])
      #expect(first.status == 201)
      #expect(first.fields["content-type"] == "application/json" && first.fields["cache-control"] == "no-store")
      let second = try await server.client().logIn(["email": "ann@example.com"])
      #expect(second.json["account"] == first.json["account"])
      #expect(second.json["access_token"] != first.json["access_token"])
      #expect(second.json["refresh_token"] != first.json["refresh_token"])
      #expect(first.json["storefront"]?["country_code"] == "DE")
      #expect(first.json["expires_in"] == 900)
    }
  }

  @Test(
    "Letter case, and signs between digits, do not lead to another account",
    arguments: [
      (["email": "ann@example.com"], ["email": "ANN@Example.COM"], true),
      (["email": "ann@example.com"], ["email": "bob@example.com"], false),
      (["phone": "+491701234567"], ["phone": "+49 (170) 123-45.67"], true),
      (["phone": "+491701234567"], ["phone": "491701234567"], false),
    ] as [(JSONObject, JSONObject, Bool)])
  func same(_ one: JSONObject, _ other: JSONObject, _ isSame: Bool) async throws {
    try await TestServer.serve { server in
      let first = try await server.client().logIn(one)
      let second = try await server.client().logIn(other)
      #expect(first.status == 201 && second.status == 201)
      #expect((first.json["account"] == second.json["account"]) == isSame)
    }
  }

  @Test(
    "A code is sent to exactly one of email and phone",
    arguments: [
      [:], ["email": "ann@example.com", "phone": "+491701234567"], ["email": "ann"], ["email": "a@b@c"],
      ["email": "a b@example.com"], ["email": "@b"], ["email": 1], ["email": nil], ["phone": "123"],
      ["phone": "+4917012345678901234567"], ["phone": "call me"],
    ] as [JSONValue])
  func refused(_ body: JSONValue) async throws {
    try await TestServer.serve { server in
      let answer = try await server.client().post("/app-api/v1/login-codes", body)
      #expect(answer.status == 400 && answer.code == "bad_request")
    }
  }

  @Test("A new account's storefront is in country_code; an existing account keeps its storefront")
  func country() async throws {
    try await TestServer.serve { server in
      let first = try await server.client().logIn(["email": "ann@example.com", "country_code": "US"])
      #expect(first.json["storefront"]?["country_code"] == "US")
      let second = try await server.client().logIn(["email": "ann@example.com", "country_code": "FR"])
      #expect(second.json["storefront"] == first.json["storefront"])
    }
  }

  @Test("A country without a storefront is refused with no_storefront", arguments: ["ZZ", "AQ"])
  func noStorefront(_ country: String) async throws {
    try await TestServer.serve { server in
      let login = try await server.client().logIn(
        ["email": "ann@example.com", "country_code": .string(country)])
      #expect(login.status == 422 && login.code == "no_storefront")
      let client = try await server.loggedIn()
      let moved = try await client.put(
        "/sandbox/accounts/\(client.account)/storefront", ["country_code": .string(country)])
      #expect(moved.status == 422 && moved.code == "no_storefront")
    }
  }

  @Test("A country's storefront always has the same id")
  func storefrontID() async throws {
    try await TestServer.serve { server in
      let ann = try await server.client().logIn(["email": "ann@example.com"])
      let bob = try await server.client().logIn(["email": "bob@example.com"])
      #expect(ann.json["storefront"] == bob.json["storefront"])
    }
  }

  @Test("After an access token expires, the refresh token gets a new one and stays the same")
  func refresh() async throws {
    try await TestServer.serve { server in
      let login = try await server.client().logIn(["email": "ann@example.com"]).json
      var client = server.client()
      client.token = login["access_token"]?.stringValue
      server.test.time.pass(899)
      #expect(try await client.get(Self.path + "/current").status == 200)
      server.test.time.pass(1)
      let expired = try await client.get(Self.path + "/current")
      #expect(expired.status == 401 && expired.code == "invalid_token")
      #expect(expired.fields["www-authenticate"] == "Bearer")
      let body: JSONValue = ["refresh_token": login["refresh_token"] ?? nil]
      let refreshed = try await server.client().post(Self.path + "/refresh", body)
      #expect(refreshed.status == 200 && refreshed.json["refresh_token"] == login["refresh_token"])
      client.token = refreshed.json["access_token"]?.stringValue
      #expect(try await client.get(Self.path + "/current").json["account"] == login["account"])
      // Send the same request again, because the app may have lost the first answer.
      #expect(try await server.client().post(Self.path + "/refresh", body).status == 200)
      #expect(try await client.get(Self.path + "/current").status == 200)
    }
  }

  @Test("A session has at most 16 access tokens; the oldest ones are removed first")
  func many() async throws {
    let store = try TestStore().open()
    let tokens = try await store.run {
      try $0.sessions.logIn(.email("ann@example.com"), country: nil, app: TestStore.app)
    }
    for _ in 0..<15 { _ = try await store.run { try $0.sessions.refresh(tokens.refreshToken, app: TestStore.app) } }
    _ = try await store.run { try $0.sessions.session(tokens.accessToken, app: TestStore.app) }
    _ = try await store.run { try $0.sessions.refresh(tokens.refreshToken, app: TestStore.app) }
    let refusal = await #expect(throws: SandboxProblem.self) {
      try await store.run { try $0.sessions.session(tokens.accessToken, app: TestStore.app) }
    }
    #expect(refusal?.code == .invalidToken)
  }

  @Test("A logout ends the session and its tokens, and no other session")
  func logout() async throws {
    try await TestServer.serve { server in
      let login = try await server.client().logIn(["email": "ann@example.com"]).json
      var client = server.client()
      client.token = login["access_token"]?.stringValue
      let other = try await server.loggedIn()
      let answer = try await client.delete(Self.path + "/current")
      #expect(answer.status == 204 && answer.data.isEmpty)
      #expect(try await client.get(Self.path + "/current").code == "invalid_token")
      let refresh = try await server.client().post(
        Self.path + "/refresh", ["refresh_token": login["refresh_token"] ?? nil])
      #expect(refresh.status == 401 && refresh.code == "invalid_token")
      #expect(try await other.get(Self.path + "/current").status == 200)
    }
  }

  @Test("A session is valid in only one app")
  func otherApp() async throws {
    try await TestServer.serve { server in
      var client = try await server.loggedIn()
      client.app = TestStore.otherApp
      #expect(try await client.get(Self.path + "/current").code == "invalid_token")
    }
  }

  @Test(
    "A request that needs a session is refused without one",
    arguments: SandboxOperation.allCases.filter { $0.route.path.hasPrefix("/app-api") && !$0.isForAnybody })
  func needed(_ operation: SandboxOperation) async throws {
    try await TestServer.serve { server in
      let path = operation.route.path.replacing("{id}", with: "1")
      var client = server.client()
      let without = try await client.send(operation.route.method, path, nil)
      #expect(without.status == 401 && without.code == "not_logged_in")
      client.token = "AAAA"
      let wrong = try await client.send(operation.route.method, path, nil)
      #expect(wrong.status == 401 && wrong.code == "invalid_token")
      let basic = try await client.send(operation.route.method, path, nil, ["Authorization": "Basic AAAA"])
      #expect(basic.status == 401 && basic.code == "invalid_token")
    }
  }

  @Test(
    "An unknown app gets app_not_registered, and a request without an app gets bad_request",
    arguments: SandboxOperation.allCases.filter { $0.route.path.hasPrefix("/app-api") })
  func app(_ operation: SandboxOperation) async throws {
    try await TestServer.serve { server in
      let path = operation.route.path.replacing("{id}", with: "1")
      let unknown = try await server.client(app: "com.example.unknown").send(operation.route.method, path, nil)
      #expect(unknown.status == 404 && unknown.code == "app_not_registered")
      let unnamed = try await server.client(app: nil).send(operation.route.method, path, nil)
      #expect(unnamed.status == 400 && unnamed.code == "bad_request" && unnamed.title.hasPrefix("Onside-App"))
    }
  }
}

extension SandboxOperation {
  /// Whether the operation needs no login.
  fileprivate var isForAnybody: Bool {
    [.sendLoginCode, .beginSignIn, .logIn, .refreshSession, .products, .attribution, .trackEvents].contains(self)
  }
}
