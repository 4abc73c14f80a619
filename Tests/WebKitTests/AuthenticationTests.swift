import CWebKitGTK
import WebTestSupport
import XCTest

@testable import WebKit

/// The challenges of servers, and the delegate's answers.
@MainActor final class AuthenticationTests: XCTestCase {
  private final class Keeper: NSObject, WKNavigationDelegate {
    let events = Mailbox<String>()
    var challenges: [URLAuthenticationChallenge] = []
    var answer: (URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?) = { _ in
      (.performDefaultHandling, nil)
    }

    func webView(
      _ webView: WKWebView, respondTo challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      challenges.append(challenge)
      return answer(challenge)
    }

    var starts = 0

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) { starts += 1 }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { events.put("finished") }

    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { events.put("\((error as NSError).domain) \((error as NSError).code)") }
  }

  /// A delegate that releases the completion handler without a call.
  private final class Silence: NSObject, WKNavigationDelegate {
    let events = Mailbox<String>()

    func webView(
      _ webView: WKWebView, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @MainActor (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {}

    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { events.put("\((error as NSError).domain) \((error as NSError).code)") }
  }

  private let keeper = Keeper()

  /// Returns a server that admits `user` with the password `right`.
  private func server(_ challenge: String = "Basic realm=\"vault\"") throws -> HTTPServer {
    let credential = Data("user:right".utf8).base64EncodedString()
    return try HTTPServer { request in
      let given = request.headers["authorization"] ?? ""
      if given == "Basic \(credential)" || given.hasPrefix("Digest username=\"user\"") {
        return HTTPServer.Response("<body>inside")
      }
      return HTTPServer.Response("<body>outside", status: 401, headers: ["WWW-Authenticate": challenge])
    }
  }

  private func webView(_ delegate: (any WKNavigationDelegate)?) -> WKWebView {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
    webView.navigationDelegate = delegate
    return webView
  }

  /// Loads the server's page and returns its text, or the error.
  private func text(_ server: HTTPServer, in webView: WKWebView) async throws -> String {
    webView.load(URLRequest(url: server.url("/")))
    let end = try await keeper.events.next()
    guard end == "finished" else { return end }
    return try await webView.evaluateJavaScript("document.body.textContent") as? String ?? ""
  }

  private func credential(_ password: String) -> URLCredential {
    URLCredential(user: "user", password: password, persistence: .forSession)
  }

  func testACredentialIsUsedAndKeptForTheSession() async throws {
    let server = try server()
    keeper.answer = { [self] _ in (.useCredential, credential("right")) }
    let webView = webView(keeper)
    let text = try await text(server, in: webView)
    XCTAssertEqual(text, "inside")
    let challenge = try XCTUnwrap(keeper.challenges.first)
    XCTAssertEqual(keeper.challenges.count, 1)
    XCTAssertEqual(challenge.protectionSpace.host, "127.0.0.1")
    XCTAssertEqual(challenge.protectionSpace.port, server.port)
    XCTAssertEqual(challenge.protectionSpace.protocol, "http")
    XCTAssertEqual(challenge.protectionSpace.realm, "vault")
    XCTAssertEqual(challenge.protectionSpace.authenticationMethod, NSURLAuthenticationMethodHTTPBasic)
    XCTAssertEqual(challenge.previousFailureCount, 0)
    XCTAssertNil(challenge.proposedCredential)
    // The second load needs no challenge, because the session keeps the credential.
    let again = try await self.text(server, in: webView)
    XCTAssertEqual(again, "inside")
    XCTAssertEqual(keeper.challenges.count, 1)
  }

  func testADigestChallengeIsAnswered() async throws {
    let server = try server("Digest realm=\"vault\", nonce=\"0123456789abcdef\", qop=\"auth\", algorithm=MD5")
    keeper.answer = { [self] _ in (.useCredential, credential("right")) }
    let text = try await text(server, in: webView(keeper))
    XCTAssertEqual(text, "inside")
    XCTAssertEqual(
      keeper.challenges.first?.protectionSpace.authenticationMethod, NSURLAuthenticationMethodHTTPDigest)
  }

  /// Simulates WebKitGTK's cancellation of a challenge that arrives before the navigation starts. A test cannot make
  /// WebKitGTK do this.
  private func interrupt(_ challenge: URLAuthenticationChallenge, in webView: WKWebView) {
    guard let pending = (challenge.sender as? ChallengeSender)?.challenge else {
      return XCTFail("the challenge has an unexpected sender")
    }
    webView.authentication.interruption = ChallengeInterruption(pending, challenge.protectionSpace)
    webkit_authentication_request_cancel(pending.request.request.opaque)
  }

  /// The repeated load is redirected to another server. That server must not get the credential without its own
  /// challenge.
  func testTheCredentialOfAnInterruptedChallengeIsSentOnlyToItsServer() async throws {
    let other = try server()
    let place = other.url("/").absoluteString
    var (isInterrupted, isAsked) = (false, false)
    let first = try HTTPServer { _ in
      if isAsked { return .redirect(place) }
      isAsked = true
      return .init("<body>outside", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"vault\""])
    }
    let webView = webView(keeper)
    keeper.answer = { [self] challenge in
      if !isInterrupted { interrupt(challenge, in: webView) }
      isInterrupted = true
      return (.useCredential, credential("right"))
    }
    let text = try await text(first, in: webView)
    XCTAssertEqual(text, "inside")
    XCTAssertEqual(keeper.challenges.map(\.protectionSpace.port), [first.port, other.port])
  }

  func testALoadWithAnInterruptedChallengeIsRepeatedWithoutNotifyingTheDelegate() async throws {
    let server = try server()
    let webView = webView(keeper)
    keeper.answer = { [self] challenge in
      interrupt(challenge, in: webView)
      return (.useCredential, credential("right"))
    }
    let text = try await text(server, in: webView)
    XCTAssertEqual(text, "inside")
    XCTAssertEqual(keeper.challenges.count, 1)
    XCTAssertEqual(keeper.starts, 1)
    XCTAssertNil(webView.authentication.interruption)
  }

  func testWrongCredentialsAreCounted() async throws {
    let server = try server()
    keeper.answer = { [self] in (.useCredential, credential($0.previousFailureCount < 2 ? "wrong" : "right")) }
    let text = try await text(server, in: webView(keeper))
    XCTAssertEqual(text, "inside")
    XCTAssertEqual(keeper.challenges.map(\.previousFailureCount), [0, 1, 2])
  }

  func testWithoutACredentialTheServersRefusalIsShown() async throws {
    let server = try server()
    for disposition in [
      URLSession.AuthChallengeDisposition.performDefaultHandling, .rejectProtectionSpace, .useCredential,
    ] {
      keeper.answer = { _ in (disposition, nil) }
      let text = try await text(server, in: webView(keeper))
      XCTAssertEqual(text, "outside", "\(disposition)")
    }
    XCTAssertEqual(keeper.challenges.count, 3)
    XCTAssertEqual(server.requests.map(\.path), ["/", "/", "/"])
  }

  func testACancelledChallengeEndsTheLoad() async throws {
    let server = try server()
    keeper.answer = { _ in (.cancelAuthenticationChallenge, nil) }
    let text = try await text(server, in: webView(keeper))
    XCTAssertEqual(text, "\(NSURLErrorDomain) \(NSURLErrorCancelled)")
  }

  func testReleasingTheCompletionHandlerEndsTheLoad() async throws {
    let server = try server()
    let silence = Silence()
    let webView = webView(silence)
    webView.load(URLRequest(url: server.url("/")))
    let end = try await silence.events.next()
    XCTAssertEqual(end, "\(NSURLErrorDomain) \(NSURLErrorCancelled)")
  }
}
