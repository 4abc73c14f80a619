import WebKit
import WebTestSupport
import XCTest

/// An app's own URL scheme: origins, security, and the data in both directions.
@MainActor final class SchemeTests: XCTestCase {
  private let server = SchemeServer()

  private func browser() async throws -> Browser {
    let browser = Browser { $0.setURLSchemeHandler(self.server, forURLScheme: "app") }
    try await browser.open("<body>")
    return browser
  }

  func testTheSchemesThatWebKitHandlesAreThoseOfApplesWebKit() {
    for scheme in [
      "about", "applewebdata", "blob", "data", "file", "ftp", "http", "HTTPS", "javascript", "safari-extension",
      "webkit-fake-url", "ws", "wss", "x-apple-content-filter", "x-apple-ql-id",
    ] {
      XCTAssertTrue(WKWebView.handlesURLScheme(scheme), scheme)
    }
    for scheme in ["gopher", "my-custom-scheme", "", "causeway"] {
      XCTAssertFalse(WKWebView.handlesURLScheme(scheme), scheme)
    }
  }

  func testAPageHasAnOriginAndIsASecureContext() async throws {
    let browser = try await browser()
    let context = try await browser.json("return [origin, isSecureContext, typeof crypto.subtle, location.host]")
    XCTAssertEqual(context, #"["test://page.example",true,"object","page.example"]"#)
    let storage = try await browser.json("localStorage.a = '1'; return localStorage.a")
    XCTAssertEqual(storage, "\"1\"")
  }

  /// As on Apple's platforms, a page of a scheme with a handler is trustworthy, but the scheme is mixed content in an
  /// HTTPS page.
  func testAnHTTPSPageGetsNothingFromTheScheme() async throws {
    let browser = Browser { $0.setURLSchemeHandler(self.server, forURLScheme: "app") }
    let requests = Mailbox<URLRequest>()
    server.answer = { task in
      requests.put(task.request)
      task.answer(200, ["Access-Control-Allow-Origin": "*"], Data("done".utf8))
    }
    try await browser.load(html: "<body>", at: "https://page.example/")
    let outcome = try await browser.json(
      """
      const outcome = await fetch("app://host/path").then(({ status }) => status, (error) => error.name);
      const script = document.head.appendChild(document.createElement("script"));
      const ended = new Promise((resolve) => { script.onload = script.onerror = ({ type }) => resolve(type); });
      script.src = "app://host/script";
      return [outcome, await ended];
      """)
    XCTAssertEqual(outcome, #"["TypeError","error"]"#)
    XCTAssertTrue(requests.isEmpty)
  }

  func testARequestReachesTheHandlerWithItsMethodFieldsAndBody() async throws {
    let browser = try await browser()
    let requests = Mailbox<URLRequest>()
    server.answer = { task in
      requests.put(task.request)
      task.answer(
        201, ["Access-Control-Allow-Origin": "test://page.example", "Content-Type": "text/plain"],
        Data("done".utf8))
    }
    let answer = try await browser.json(
      """
      const body = new Uint8Array(1 << 20).map((_, place) => place);
      const answer = await fetch("app://host/path?q=1", { method: "POST", body, headers: { "Content-Type": "text/plain" } });
      return [answer.status, answer.headers.get("content-type"), await answer.text()];
      """)
    XCTAssertEqual(answer, #"[201,"text/plain","done"]"#)
    let request = try await requests.next()
    XCTAssertEqual(request.httpMethod, "POST")
    XCTAssertEqual(request.url?.absoluteString, "app://host/path?q=1")
    XCTAssertEqual(request.value(forHTTPHeaderField: "Content-Type"), "text/plain")
    XCTAssertEqual(request.httpBody, Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0) }))
  }

  func testAnAnswerWithoutCORSFieldsIsNotReadableFromAnotherOrigin() async throws {
    let browser = try await browser()
    server.answer = { $0.answer(200, [:], Data("secret".utf8)) }
    let answer = try await browser.json(
      "try { return await (await fetch('app://host/')).text(); } catch (error) { return error.name; }")
    XCTAssertEqual(answer, "\"TypeError\"")
  }

  func testASchemeWithoutAHandlerInThisWebViewFails() async throws {
    _ = try await browser()
    let other = Browser()
    try await other.open("<body>")
    let answer = try await other.json("return await fetch('app://host/').then(() => 'answer', (error) => error.name)")
    XCTAssertEqual(answer, "\"TypeError\"")
  }
}
