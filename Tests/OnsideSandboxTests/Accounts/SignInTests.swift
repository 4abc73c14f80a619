import CausewayHTTP
import CausewayJSON
import Foundation
import OnsideCore
import Testing

@testable import OnsideSandbox

/// A login on the sign-in page, with the requests of an app and of a browser without scripts.
private struct SignInFlow {
  let server: TestServer
  let id: String
  let secrets: BrowserLoginSecrets
  let app: String

  static func begin(
    _ server: TestServer, _ provider: String = "google", app: String = TestStore.app
  ) async throws -> SignInFlow {
    let secrets = BrowserLoginSecrets()
    let answer = try await server.client(app: app).post("/app-api/v1/sign-ins", body(provider, secrets))
    #expect(answer.status == 201 && answer.json["expires_in"] == 600)
    let id = try #require(answer.json["id"]?.stringValue)
    #expect(answer.json["sign_in_url"] == .string("/sign-in/\(id)"))
    return SignInFlow(server: server, id: id, secrets: secrets, app: app)
  }

  static func body(_ provider: String = "google", _ secrets: BrowserLoginSecrets = BrowserLoginSecrets()) -> JSONValue {
    [
      "provider": .string(provider), "callback_scheme": "com.example.shop", "state": .string(secrets.state),
      "code_challenge": .string(secrets.codeChallenge),
    ]
  }

  /// Returns the response of the sign-in page. Calls the router directly, because URLSession would follow a redirect.
  func page(_ form: String? = nil) async -> HTTPResponse {
    var router = SandboxRoutes(store: server.store).router()
    SandboxPages(store: server.store).add(to: &router)
    var request = PageStore.request(form == nil ? "GET" : "POST", "/sign-in/\(id)")
    if let form {
      request.fields = [("Content-Type", "application/x-www-form-urlencoded")]
      request.body = Data(form.utf8)
    }
    return await router.answer(request)
  }

  /// Signs in on the page, and returns the code of the callback.
  func code(as address: String = "ann@example.com") async throws -> String {
    let response = await page("email=\(PercentCoding.encoded(address))")
    #expect(response.status == 303)
    return try #require(value("code", in: response))
  }

  func value(_ name: String, in response: HTTPResponse) -> String? {
    let parts = response[field: "Location"].flatMap { URLComponents(string: $0) }
    guard parts?.scheme == "com.example.shop", parts?.host == "onside-login" else { return nil }
    return parts?.queryItems?.first { $0.name == name }?.value
  }

  /// Exchanges a code for a session, and returns the store's answer.
  func exchange(_ code: String, verifier: String? = nil, app: String? = nil) async throws -> Answer {
    try await server.client(app: app ?? self.app).post(
      "/app-api/v1/sessions",
      ["sign_in": .string(id), "code": .string(code), "code_verifier": .string(verifier ?? secrets.codeVerifier)])
  }
}

@Suite("Logins on the sign-in page") struct SignInTests {
  @Test("A user signs in, and the callback's code can be used once", arguments: ["apple", "google"])
  func logsIn(provider: String) async throws {
    try await TestServer.serve { server in
      let flow = try await SignInFlow.begin(server, provider)
      let response = await flow.page("email=Ann%40example.com")
      #expect(response.status == 303 && flow.value("state", in: response) == flow.secrets.state)
      let code = try #require(flow.value("code", in: response))
      let session = try await flow.exchange(code)
      #expect(session.status == 201 && session.json["name"] == "ann@example.com")
      let again = try await flow.exchange(code)
      #expect(again.status == 410 && again.code == "sign_in_ended")
      #expect(await flow.page().status == 410)
      #expect(await flow.page("email=ann%40example.com").status == 410)
    }
  }

  @Test("Each user at each provider has a separate account, and sees only the orders of that account")
  func accounts() async throws {
    try await TestServer.serve { server in
      func logIn(_ address: String, _ provider: String) async throws -> TestClient {
        let flow = try await SignInFlow.begin(server, provider)
        let session = try await flow.exchange(flow.code(as: address))
        var client = server.client()
        client.token = session.json["access_token"]?.stringValue
        client.account = session.json["account"]?.stringValue ?? ""
        return client
      }
      let ann = try await logIn("ann@example.com", "google")
      try await ann.buy(TestShop.shelf)
      let others = [
        try await logIn("bob@example.com", "google"), try await logIn("ann@example.com", "apple"),
        try await server.loggedIn("ann@example.com"),
      ]
      #expect(Set(others.map(\.account) + [ann.account]).count == 4)
      for other in others {
        #expect(try await other.get("/app-api/v1/purchases").json["purchases"] == [])
        let history = try await other.get("/app-api/v1/history").text.split(separator: ".")[1]
        #expect(try JSONValue(parsing: Base64URLText.data(history))["transactions"] == [])
      }
      let again = try await logIn("ANN@example.com ", "google")
      #expect(again.account == ann.account)
      #expect(try await again.get("/app-api/v1/purchases").json["purchases"]?.arrayValue?.count == 1)
    }
  }

  @Test("A code with another verifier or from another app ends the login")
  func stolen() async throws {
    try await TestServer.serve { server in
      for (verifier, app) in [(BrowserLoginSecrets.random(), TestStore.app), (nil, TestStore.otherApp)] {
        let flow = try await SignInFlow.begin(server)
        let code = try await flow.code()
        #expect(try await flow.exchange(code, verifier: verifier, app: app).code == "sign_in_ended")
        #expect(try await flow.exchange(code).code == "sign_in_ended")
      }
    }
  }

  @Test("A guessed code is refused, and the login continues")
  func guessed() async throws {
    try await TestServer.serve { server in
      let flow = try await SignInFlow.begin(server)
      #expect(try await flow.exchange("guess").code == "sign_in_ended")
      let code = try await flow.code()
      #expect(try await flow.exchange("guess").code == "sign_in_ended")
      let other = try await SignInFlow.begin(server)
      #expect(try await other.exchange(code).code == "sign_in_ended")
      #expect(try await flow.exchange(code).status == 201)
    }
  }

  @Test("A code expires after 60 s and the page after 600 s; both expire when the store is restarted")
  func expires() async throws {
    let test = try TestStore()
    var server = try TestServer(test)
    let first = try await SignInFlow.begin(server)
    let code = try await first.code()
    test.time.pass(60)
    #expect(try await first.exchange(code).code == "sign_in_ended")
    let second = try await SignInFlow.begin(server)
    test.time.pass(599)
    #expect(await second.page().status == 200)
    test.time.pass(1)
    #expect(await second.page().status == 410)
    let third = try await SignInFlow.begin(server)
    let late = try await third.code()
    await server.server.stop()
    server = try TestServer(test)
    let restarted = SignInFlow(server: server, id: third.id, secrets: third.secrets, app: third.app)
    #expect(try await restarted.exchange(late).code == "sign_in_ended")
    #expect(await restarted.page().status == 410)
    await server.server.stop()
  }

  @Test("A form that is sent twice gives a second code, and only the last code is valid")
  func twice() async throws {
    try await TestServer.serve { server in
      let flow = try await SignInFlow.begin(server)
      let first = try await flow.code()
      let second = try await flow.code()
      #expect(first != second)
      #expect(try await flow.exchange(first).code == "sign_in_ended")
      #expect(try await flow.exchange(second).status == 201)
    }
  }

  @Test("At most a thousand logins are kept; the oldest ones are removed first")
  func capacity() async throws {
    try await TestServer.serve { server in
      let oldest = try await SignInFlow.begin(server)
      let next = try await SignInFlow.begin(server)
      for _ in 1..<SignIns.capacity {
        _ = await server.store.run {
          $0.signIns.begin(
            .apple, app: TestStore.app, scheme: CallbackScheme(app: TestStore.app), state: "1", codeChallenge: "1")
        }
      }
      #expect(await oldest.page().status == 410)
      #expect(await next.page().status == 200)
    }
  }

  @Test("Cancel returns access_denied to the app, and ends the login")
  func cancel() async throws {
    try await TestServer.serve { server in
      let flow = try await SignInFlow.begin(server)
      let code = try await flow.code()
      let response = await flow.page("cancel=1")
      #expect(response.status == 303)
      #expect(flow.value("error", in: response) == "access_denied")
      #expect(flow.value("state", in: response) == flow.secrets.state)
      #expect(flow.value("code", in: response) == nil)
      #expect(try await flow.exchange(code).code == "sign_in_ended")
      #expect(await flow.page("cancel=1").status == 410)
    }
  }

  @Test("A tester's program can sign in without the page")
  func tester() async throws {
    try await TestServer.serve { server in
      let flow = try await SignInFlow.begin(server)
      let path = "/sandbox/sign-ins/\(flow.id)"
      #expect(try await server.client(app: nil).post(path, ["email": "ann"]).code == "bad_request")
      let answer = try await server.client(app: nil).post(path, ["email": "ann@example.com"])
      let parts = URLComponents(string: answer.json["callback_url"]?.stringValue ?? "")
      let code = try #require(parts?.queryItems?.first { $0.name == "code" }?.value)
      #expect(try await flow.exchange(code).status == 201)
      let ended = try await server.client(app: nil).post(path, ["email": "ann@example.com"])
      #expect(ended.status == 410 && ended.code == "sign_in_ended")
    }
  }

  @Test(
    "An invalid request for a login is refused with 400",
    arguments: [
      ("provider", "none"), ("provider", nil), ("callback_scheme", "https"), ("callback_scheme", "javascript"),
      ("callback_scheme", "Com.Example.Shop"), ("callback_scheme", "my shop"), ("callback_scheme", ""),
      ("callback_scheme", nil), ("state", "short"), ("state", "a state with spaces"), ("state", nil),
      ("code_challenge", "short"), ("code_challenge", nil),
    ] as [(String, String?)])
  func refused(member: String, value: String?) async throws {
    try await TestServer.serve { server in
      var body = SignInFlow.body().objectValue ?? [:]
      body[member] = value.map(JSONValue.string)
      let answer = try await server.client().post("/app-api/v1/sign-ins", .object(body))
      #expect(answer.status == 400 && answer.code == "bad_request" && answer.title.hasPrefix("\(member):"))
    }
  }

  @Test("An unknown app cannot begin a login")
  func unknownApp() async throws {
    try await TestServer.serve { server in
      let answer = try await server.client(app: "com.example.unknown").post("/app-api/v1/sign-ins", SignInFlow.body())
      #expect(answer.status == 404 && answer.code == "app_not_registered")
    }
  }

  @Test("The log contains no code, state or address")
  func log() async throws {
    try await TestServer.serve { server in
      let flow = try await SignInFlow.begin(server)
      let answer = try await server.client(app: nil).post("/sandbox/sign-ins/\(flow.id)", ["email": "ann@example.com"])
      let callback = answer.json["callback_url"]?.stringValue ?? ""
      let code = try #require(URLComponents(string: callback)?.queryItems?.first { $0.name == "code" }?.value)
      _ = try await server.client(app: nil).get("/sign-in/\(flow.id)")
      _ = try await flow.exchange(code)
      let log = server.log.lines.joined(separator: "\n")
      #expect(server.log.lines.count == 4)
      for secret in [flow.id, code, flow.secrets.state, flow.secrets.codeVerifier, "ann@"] {
        #expect(!log.contains(secret))
      }
    }
  }
}

@Suite("The sign-in page itself") struct SignInPageTests {
  @Test("The page names the provider and the app, runs no scripts, and may navigate only to the app")
  func page() async throws {
    try await TestServer.serve { server in
      let response = try await SignInFlow.begin(server, "apple").page()
      let text = String(decoding: response.body, as: UTF8.self)
      #expect(text.contains("<h1>Sign in with Apple</h1>") && text.contains("<bdi>com.example.shop</bdi>"))
      #expect(!text.contains("<script") && !text.contains("style="))
      #expect(text.contains("autofocus") && !text.contains("Choose an account"))
      #expect(
        response[field: "Content-Security-Policy"]
          == "default-src 'none'; style-src 'self'; form-action 'self' com.example.shop:; base-uri 'none'; frame-ancestors 'none'"
      )
      #expect(response[field: "Cache-Control"] == "no-store" && response[field: "X-Content-Type-Options"] == "nosniff")
    }
  }

  @Test(
    "The message about invalid input is beside the field, which keeps the input",
    arguments: [
      ("", "Enter your e-mail address, such as name@example.com."),
      ("ann", "This is not an e-mail address. An e-mail address looks like name@example.com."),
      ("a@b@c", "This is not an e-mail address. An e-mail address looks like name@example.com."),
      ("<b>@\"", "This is not an e-mail address. An e-mail address looks like name@example.com."),
    ])
  func mistake(input: String, says: String) async throws {
    try await TestServer.serve { server in
      let flow = try await SignInFlow.begin(server)
      let response = await flow.page("email=\(PercentCoding.encoded(input))")
      let text = String(decoding: response.body, as: UTF8.self)
      #expect(response.status == 422)
      #expect(text.contains("<p class=\"mistake\" id=\"mistake\" role=\"alert\">\(says)</p>"))
      #expect(text.contains("aria-invalid=\"true\" aria-describedby=\"mistake\" autofocus"))
      let shown = input.replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
      #expect(text.contains("value=\"\(shown)\""))
      #expect(try await flow.exchange(flow.code()).status == 201)
    }
  }

  @Test("The page offers at most five users who have signed in at the provider before, the newest first")
  func people() async throws {
    try await TestServer.serve { server in
      for name in ["one", "two", "three", "four", "five", "six"] {
        let flow = try await SignInFlow.begin(server)
        _ = try await flow.exchange(flow.code(as: "\(name)@example.com"))
      }
      let apple = try await SignInFlow.begin(server, "apple")
      _ = try await apple.exchange(apple.code(as: "seven@example.com"))
      let flow = try await SignInFlow.begin(server)
      let text = String(decoding: await flow.page().body, as: UTF8.self)
      let offered = text.matches(of: /name="email" value="([a-z]+)@example.com"/).map { String($0.1) }
      #expect(offered == ["six", "five", "four", "three", "two"])
      #expect(text.contains("Another e-mail address"))
      #expect(try await flow.exchange(flow.code(as: "five@example.com")).json["name"] == "five@example.com")
    }
  }

  @Test("Hostile addresses are shown as plain text")
  func hostile() async throws {
    try await TestServer.serve { server in
      let address = "\"><script>alert(1)</script>\u{202e}@example.com"
      let first = try await SignInFlow.begin(server)
      _ = try await first.exchange(first.code(as: address))
      for text in [
        String(decoding: try await SignInFlow.begin(server).page().body, as: UTF8.self),
        try await server.client(app: nil).get("/accounts").text,
      ] {
        #expect(!text.contains("<script>") && !text.contains("\u{202e}"))
        #expect(text.contains("&lt;script&gt;"))
      }
    }
  }

  @Test("The page of a login that has ended says so, and what to do")
  func ended() async throws {
    try await TestServer.serve { server in
      let answer = try await server.client(app: nil).get("/sign-in/nothing")
      #expect(answer.status == 410 && answer.text.contains("<h1>This sign-in has ended</h1>"))
      #expect(answer.text.contains("start again in the app"))
      #expect(answer.fields["content-security-policy"]?.contains("form-action 'none'") == true)
    }
  }

  @Test("The accounts' page shows each account's provider")
  func accountsPage() async throws {
    try await TestServer.serve { server in
      let flow = try await SignInFlow.begin(server)
      _ = try await flow.exchange(flow.code())
      #expect(try await server.client(app: nil).get("/accounts").text.contains("ann@<wbr>example.com</bdi> (Google)"))
    }
  }

  @Test("A page of another site cannot sign a user in")
  func crossSite() async throws {
    try await TestServer.serve { server in
      let flow = try await SignInFlow.begin(server)
      let form = ["Content-Type": "application/x-www-form-urlencoded", "Origin": "http://evil.example"]
      let answer = try await server.client(app: nil).send(
        "POST", "/sign-in/\(flow.id)", Data("email=eve@example.com".utf8), form)
      #expect(answer.status == 403 && answer.code == "not_allowed")
    }
  }
}

private enum Base64URLText {
  /// Decodes base64url without padding.
  static func data(_ text: Substring) throws -> Data {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    return try #require(Data(base64Encoded: String(padded)))
  }
}
