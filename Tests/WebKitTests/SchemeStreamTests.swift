import CWebKitGTK
import WebTestSupport
import XCTest

@testable import WebKit

/// Answers of a scheme handler that arrive in parts.
@MainActor final class SchemeStreamTests: XCTestCase {
  private let server = SchemeServer()

  private func browser() async throws -> Browser {
    let browser = Browser { $0.setURLSchemeHandler(self.server, forURLScheme: "app") }
    try await browser.open("<body>")
    return browser
  }

  /// Makes the page fetch a URL, and returns the handler's task. In the page, `read()` returns the next part as text.
  private func fetch(_ browser: Browser, _ options: String = "{}") async throws -> any WKURLSchemeTask {
    try await browser.run(
      """
      window.answer = fetch("app://host/", \(options));
      answer.catch(() => {});
      window.read = async () => {
        window.reader ??= (await answer).body.getReader();
        const { done, value } = await reader.read();
        return done ? "done" : new TextDecoder().decode(value);
      };
      """)
    return try await server.started.next()
  }

  func testThePageGetsEachPartAtOnce() async throws {
    let browser = try await browser()
    let task = try await fetch(browser)
    task.respond()
    for part in ["one", "two", "three"] {
      task.didReceive(Data(part.utf8))
      let read = try await browser.run("return await read()") as? String
      XCTAssertEqual(read, part)
    }
    task.didFinish()
    let end = try await browser.run("return await read()") as? String
    XCTAssertEqual(end, "done")
  }

  func testMegabytesInSeveralPartsArriveWhole() async throws {
    let browser = try await browser()
    let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    server.answer = { task in
      task.respond()
      task.didReceive(data.prefix(1_000_000))
      task.didReceive(Data())
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          task.didReceive(data[1_000_000..<1_000_001])
          task.didReceive(data.dropFirst(1_000_001))
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

  func testSixteenMegabytesAtOnceDoNotBlockTheHandler() async throws {
    let browser = try await browser()
    let data = Data(count: 16 << 20)
    var (hasRunMainLoop, work) = (false, Duration.zero)
    server.answer = { task in
      let hasRun = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
      hasRun.initialize(to: false)
      defer { hasRun.deallocate() }
      let source = g_idle_add_full(
        G_PRIORITY_DEFAULT,
        { data in
          data?.assumingMemoryBound(to: Bool.self).pointee = true
          return 0
        }, hasRun, nil)
      let start = processorTime
      task.answer(200, ["Access-Control-Allow-Origin": "*"], data)
      work = processorTime - start
      hasRunMainLoop = hasRun.pointee
      if !hasRunMainLoop { g_source_remove(source) }
    }
    let length = try await browser.run("return (await (await fetch('app://host/')).arrayBuffer()).byteLength") as? Int
    XCTAssertEqual(length, 16 << 20)
    // The engine reads in the main loop, so a handler that waited for the engine would run this loop.
    XCTAssertFalse(hasRunMainLoop)
    XCTAssertLessThan(work, .milliseconds(50))
  }

  func testAnAnswerMayHaveNoData() async throws {
    let browser = try await browser()
    server.answer = { task in
      task.respond(204, ["Access-Control-Allow-Origin": "*"])
      task.didFinish()
    }
    let answer = try await browser.json(
      "const answer = await fetch('app://host/'); return [answer.status, await answer.text()]")
    XCTAssertEqual(answer, #"[204,""]"#)
  }

  func testTheLengthIsThatOfTheResponse() async throws {
    let browser = try await browser()
    let lengths: [(response: URLResponse, progress: String)] = [
      (try response(["Access-Control-Allow-Origin": "*", "Content-Length": "10"]), "[true,5,10]"),
      (try response(["Access-Control-Allow-Origin": "*"]), "[false,5,0]"),
    ]
    for (place, (response, progress)) in lengths.enumerated() {
      try await browser.run(
        """
        window.progress = new Promise((resolve) => {
          window.request = new XMLHttpRequest();
          request.onprogress = ({ lengthComputable, loaded, total }) => resolve([lengthComputable, loaded, total]);
          request.open("GET", "app://host/" + place);
          request.send();
        });
        """, ["place": place])
      let task = try await server.started.next()
      task.didReceive(response)
      task.didReceive(Data("hello".utf8))
      let first = try await browser.json("return await progress")
      XCTAssertEqual(first, progress)
      task.didFailWithError(URLError(.cancelled))
    }
  }

  private func response(_ fields: [String: String]) throws -> URLResponse {
    let url = try XCTUnwrap(URL(string: "app://host/"))
    return try XCTUnwrap(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
  }

  func testAFailureAfterAPartRejects() async throws {
    let browser = try await browser()
    let task = try await fetch(browser)
    task.respond()
    task.didReceive(Data("part".utf8))
    let part = try await browser.run("return await read()") as? String
    XCTAssertEqual(part, "part")
    task.didFailWithError(URLError(.networkConnectionLost))
    let end = try await browser.run("return await read().catch((error) => error.name)") as? String
    XCTAssertEqual(end, "TypeError")
  }

  func testAFailureBeforeTheResponseRejects() async throws {
    let browser = try await browser()
    server.answer = { $0.didFailWithError(URLError(.fileDoesNotExist)) }
    let answer = try await browser.json("return await fetch('app://host/').then(() => 'answer', (error) => error.name)")
    XCTAssertEqual(answer, "\"TypeError\"")
  }

  func testANavigationFailsWithTheHandlersError() async throws {
    let browser = try await browser()
    server.answer = { $0.didFailWithError(NSError(domain: "App", code: -7)) }
    do {
      try await browser.load("app://host/")
      XCTFail("the load did not fail")
    } catch {
      XCTAssertEqual((error as NSError).domain, "App")
      XCTAssertEqual((error as NSError).code, -7)
    }
  }

  func testAPageIsShownWhileItLoads() async throws {
    let browser = try await browser()
    let ready = MessageRecorder()
    browser.webView.configuration.userContentController.add(ready, name: "ready")
    browser.webView.load(URLRequest(url: URL(string: "app://host/")!))
    let task = try await server.started.next()
    task.respond(200, ["Content-Type": "text/html; charset=utf-8"])
    task.didReceive(Data("<p>ä</p><script>webkit.messageHandlers.ready.postMessage(document.readyState)</script>".utf8))
    let message = try await within("the first part's script") { try await ready.messages.next().body as? String }
    XCTAssertEqual(message, "loading")
    XCTAssertTrue(browser.webView.isLoading)
    task.didFinish()
    try await eventually("the page is loaded") { !browser.webView.isLoading }
    let text = try await browser.run("return document.body.textContent.trim()[0]") as? String
    XCTAssertEqual(text, "ä")
  }

  func testMisuseOfATaskIsReported() async throws {
    let misuse = URLSchemeTask.misuse
    defer { URLSchemeTask.misuse = misuse }
    var mistakes: [String] = []
    URLSchemeTask.misuse = { mistakes.append($0) }
    let browser = try await browser()
    let task = try await fetch(browser)
    task.didReceive(Data("early".utf8))
    task.didFinish()
    XCTAssertEqual(mistakes, Array(repeating: "No response has been sent for this task", count: 2))
    mistakes = []
    task.respond()
    task.didReceive(Data("data".utf8))
    task.respond(404)
    XCTAssertEqual(mistakes, ["The response came after data; provide the response first"])
    mistakes = []
    task.didFinish()
    task.didFinish()
    task.didReceive(Data("late".utf8))
    task.didFailWithError(URLError(.cancelled))
    XCTAssertEqual(mistakes, Array(repeating: "This task has already completed", count: 3))
    let answer = try await browser.json("return [(await answer).status, await read(), await read()]")
    XCTAssertEqual(answer, #"[200,"data","done"]"#)
  }
}
