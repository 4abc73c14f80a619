import WebKit
import WebTestSupport
import XCTest

/// A scheme of the app's own: origins, security, and what crosses in both directions.
@MainActor final class SchemeTests: XCTestCase {
  /// Answers as each test says.
  private final class Server: NSObject, WKURLSchemeHandler {
    var answer: (any WKURLSchemeTask) -> Void = { _ in }
    let stopped = Mailbox<any WKURLSchemeTask>()

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) { answer(urlSchemeTask) }
    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) { stopped.put(urlSchemeTask) }
  }

  private let server = Server()

  private func browser() async throws -> Browser {
    let browser = Browser { $0.setURLSchemeHandler(self.server, forURLScheme: "app") }
    try await browser.open("<body>")
    return browser
  }

  private func respond(
    _ task: any WKURLSchemeTask, _ status: Int = 200, _ fields: [String: String] = [:], _ data: Data = Data()
  ) {
    guard let url = task.request.url,
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields)
    else { return XCTFail("no response") }
    task.didReceive(response)
    task.didReceive(data)
    task.didFinish()
  }

  func testAPageHasAnOriginAndIsASecureContext() async throws {
    let browser = try await browser()
    let context = try await browser.json("return [origin, isSecureContext, typeof crypto.subtle, location.host]")
    XCTAssertEqual(context, #"["test://page.example",true,"object","page.example"]"#)
    let storage = try await browser.json("localStorage.a = '1'; return localStorage.a")
    XCTAssertEqual(storage, "\"1\"")
  }

  func testARequestCrossesWithItsMethodFieldsAndBody() async throws {
    let browser = try await browser()
    let requests = Mailbox<URLRequest>()
    server.answer = { task in
      requests.put(task.request)
      self.respond(
        task, 201, ["Access-Control-Allow-Origin": "test://page.example", "Content-Type": "text/plain"],
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

  func testAnAnswerWithoutPermissionIsNotForAnotherOrigin() async throws {
    let browser = try await browser()
    server.answer = { self.respond($0, 200, [:], Data("secret".utf8)) }
    let answer = try await browser.json(
      "try { return await (await fetch('app://host/')).text(); } catch (error) { return error.name; }")
    XCTAssertEqual(answer, "\"TypeError\"")
  }

  func testDataArrivesWhole() async throws {
    let browser = try await browser()
    let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    server.answer = { task in
      task.didReceive(
        HTTPURLResponse(
          url: task.request.url!, statusCode: 200, httpVersion: nil, headerFields: ["Access-Control-Allow-Origin": "*"])!
      )
      task.didReceive(data.prefix(1_000_000))
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          task.didReceive(data.dropFirst(1_000_000))
          task.didFinish()
        }
      }
    }
    let answer = try await browser.json(
      """
      const bytes = new Uint8Array(await (await fetch("app://host/")).arrayBuffer());
      return [bytes.length, bytes.every((byte, place) => byte === (place * 31 & 255))];
      """)
    XCTAssertEqual(answer, "[3000000,true]")
  }

  func testAFailureRejects() async throws {
    let browser = try await browser()
    server.answer = { $0.didFailWithError(URLError(.fileDoesNotExist)) }
    let answer = try await browser.json("return await fetch('app://host/').then(() => 'answer', (error) => error.name)")
    XCTAssertEqual(answer, "\"TypeError\"")
  }

  func testATaskIsStoppedWhenThePageIsLeft() async throws {
    let browser = try await browser()
    let started = Mailbox<any WKURLSchemeTask>()
    server.answer = { started.put($0) }
    try await browser.run("fetch('app://host/').catch(() => {})")
    let task = try await started.next()
    try await browser.open("<p>")
    let stopped = try await server.stopped.next()
    XCTAssertTrue(task === stopped)
    // What the handler still says is ignored.
    respond(task)
  }

  func testASchemeWithoutAHandlerInThisWebViewFails() async throws {
    _ = try await browser()
    let other = Browser()
    try await other.open("<body>")
    let answer = try await other.json("return await fetch('app://host/').then(() => 'answer', (error) => error.name)")
    XCTAssertEqual(answer, "\"TypeError\"")
  }
}
