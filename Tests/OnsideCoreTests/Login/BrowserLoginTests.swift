import Foundation
import Testing

@testable import OnsideCore

/// A login in the browser: the recognition of its callback URL, and the content of the callback.
@Suite struct BrowserLoginTests {
  private let login = OnsideBrowserLogin(
    id: "1", provider: .google, url: URL(string: "https://store.example/sign-in/1")!,
    callbackScheme: "com.example.shop",
    state: "af0ifjsldkj", codeVerifier: "verifier-of-a-test")

  private func answer(_ text: String) throws -> OnsideBrowserLogin.Answer? {
    login.answer(in: try #require(URL(string: text)))
  }

  @Test(arguments: [
    ("com.example.shop://onside-login?code=abc&state=af0ifjsldkj", OnsideBrowserLogin.Answer.code("abc")),
    ("Com.Example.Shop://Onside-Login/?state=af0ifjsldkj&code=a%2Bb#", .code("a+b")),
    ("com.example.shop://onside-login?code=abc&state=af0ifjsldkj&scope=openid", .code("abc")),
    ("com.example.shop://onside-login?error=access_denied&state=af0ifjsldkj", .cancelled),
    ("com.example.shop://onside-login?error=server_error&state=af0ifjsldkj", .failed("server_error")),
  ])
  func aCallbackGivesTheOutcomeOfTheSignIn(text: String, expected: OnsideBrowserLogin.Answer) throws {
    #expect(try answer(text) == expected)
  }

  @Test(arguments: [
    // URLs that are not this app's callback.
    "https://onside-login/?code=abc&state=af0ifjsldkj", "com.example.shops://onside-login?code=abc&state=af0ifjsldkj",
    "com.example.shop://orders?code=abc&state=af0ifjsldkj", "com.example.shop:onside-login?code=abc&state=af0ifjsldkj",
    "com.example.shop://onside-login/more?code=abc&state=af0ifjsldkj",
    "com.example.shop://onside-login:1?code=abc&state=af0ifjsldkj",
    "com.example.shop://ann@onside-login?code=abc&state=af0ifjsldkj",
    // Callbacks of another login.
    "com.example.shop://onside-login?code=abc", "com.example.shop://onside-login?code=abc&state=",
    "com.example.shop://onside-login?code=abc&state=AF0IFJSLDKJ",
    "com.example.shop://onside-login?code=abc&state=af0ifjsldk",
    "com.example.shop://onside-login?code=abc&state=other&state=af0ifjsldkj",
    "com.example.shop://onside-login?error=access_denied&state=other",
    // Callbacks without a clear answer.
    "com.example.shop://onside-login?state=af0ifjsldkj", "com.example.shop://onside-login?code=&state=af0ifjsldkj",
    "com.example.shop://onside-login?code=a&code=b&state=af0ifjsldkj",
    "com.example.shop://onside-login?code=a&error=access_denied&state=af0ifjsldkj",
    "com.example.shop://onside-login?error=&state=af0ifjsldkj", "com.example.shop://onside-login",
  ])
  func otherURLsAreNotCallbacks(text: String) throws {
    #expect(try answer(text) == nil)
  }

  @Test func aLoginWithoutAStateHasNoCallback() throws {
    var login = login
    login.state = ""
    #expect(login.answer(in: try #require(URL(string: "com.example.shop://onside-login?code=abc&state="))) == nil)
  }

  @MainActor @Test func aCallbackIsAcceptedOnceAndOnlyByTheLoginThatWaitsForIt() throws {
    let callbacks = OnsideLoginCallbacks()
    let callback = try #require(URL(string: "com.example.shop://onside-login?code=abc&state=af0ifjsldkj"))
    let other = try #require(URL(string: "com.example.shop://onside-login?code=abc&state=other"))
    var taken: [URL] = []
    #expect(!callbacks.take(callback))
    callbacks.wait(for: login) { taken.append($0) }
    #expect(!callbacks.take(other))
    #expect(callbacks.take(callback))
    #expect(!callbacks.take(callback))
    #expect(taken == [callback])
    callbacks.wait(for: login) { taken.append($0) }
    callbacks.stop()
    #expect(!callbacks.take(callback))
    #expect(taken == [callback])
  }

  @Test func theCodeChallengeIsThatOfRFC7636() {
    // The example of RFC 7636, appendix B.
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    #expect(BrowserLoginSecrets.challenge(of: verifier) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func eachLoginHasNewSecrets() {
    let secrets = (0..<100).map { _ in BrowserLoginSecrets() }
    #expect(Set(secrets.flatMap { [$0.state, $0.codeVerifier] }).count == 200)
    #expect(secrets.allSatisfy { $0.state.utf8.count == 43 && $0.codeVerifier.utf8.count == 43 })
  }

  @Test func descriptionsContainNoSecrets() throws {
    let callback = try #require(URL(string: "com.example.shop://onside-login?code=secret-code&state=af0ifjsldkj"))
    for value in [login, OnsideLoginProof.callback(login, url: callback)] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        for secret in ["af0ifjsldkj", "verifier-of-a-test", "secret-code"] { #expect(!text.contains(secret)) }
      }
    }
  }

  @Test(arguments: [
    ("com.example.shop", "com.example.shop"), ("com.Example.my_shop", "com.example.my-shop"),
    ("9lives.example", "app-9lives.example"), ("http", "app-http"),
  ])
  func theDefaultCallbackSchemeIsMadeFromTheAppsIdentifier(app: String, scheme: String) {
    #expect(CallbackScheme(app: app).text == scheme)
  }

  @Test(arguments: ["", "1shop", "my shop", "shop:", "shop/", "shöp", "javascript", "HTTPS", "data", "file"])
  func browserSchemesAndInvalidSchemesAreRejected(text: String) {
    #expect(CallbackScheme(text) == nil)
  }

  @Test(arguments: [
    ("/sign-in/1", "http://127.0.0.1:8080/sign-in/1"), ("sign-in/1", "http://127.0.0.1:8080/sign-in/1"),
    ("https://login.example/1?a=b", "https://login.example/1?a=b"),
    ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
    ("http://127.0.0.1:8081/x", nil), ("http://login.example/", nil), ("javascript:alert(1)", nil), ("file:///x", nil),
    ("https://ann@login.example/", nil), ("//login.example/", nil), ("https:", nil),
  ])
  func aSignInPageIsOfTheStoreOrUsesHTTPS(reference: String, expected: String?) throws {
    let address = try StoreAddress(#require(URL(string: "http://127.0.0.1:8080")), app: "com.example.shop")
    #expect(address.signInPage(reference)?.absoluteString == expected)
  }
}
