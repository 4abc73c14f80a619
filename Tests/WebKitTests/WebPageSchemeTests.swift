import WebKit
import WebTestSupport
import XCTest

/// URL schemes that an app serves to a page with asynchronous sequences.
@MainActor final class WebPageSchemeTests: XCTestCase {
  /// A handler that gets its answers from the test.
  private struct Handler: URLSchemeHandler {
    let answer: @Sendable (URLRequest, AsyncThrowingStream<URLSchemeTaskResult, any Error>.Continuation) -> Void

    func reply(for request: URLRequest) -> AsyncThrowingStream<URLSchemeTaskResult, any Error> {
      AsyncThrowingStream { answer(request, $0) }
    }
  }

  private func page(
    _ answer:
      @escaping @Sendable (URLRequest, AsyncThrowingStream<URLSchemeTaskResult, any Error>.Continuation) -> Void
  ) throws -> WebPage {
    let scheme = try XCTUnwrap(URLScheme("app"))
    return .make { $0.urlSchemeHandlers[scheme] = Handler(answer: answer) }
  }

  nonisolated private static func response(_ request: URLRequest, _ status: Int = 200) -> URLSchemeTaskResult {
    .response(
      HTTPURLResponse(
        url: request.url!, statusCode: status, httpVersion: nil, headerFields: ["Content-Type": "text/html"])!)
  }

  func testAPageAndItsRequestsAreServed() async throws {
    let page = try page { request, continuation in
      continuation.yield(Self.response(request, request.httpMethod == "POST" ? 201 : 200))
      continuation.yield(.data(Data("<title>app".utf8)))
      continuation.yield(.data(Data("</title>".utf8) + (request.httpBody ?? Data())))
      continuation.finish()
    }
    let load = try await outcome(page.load(URL(string: "app://one.example/")))
    XCTAssertEqual(load.events, [.startedProvisionalNavigation, .committed, .finished])
    let text = try await page.callJavaScript(
      """
      const response = await fetch("/post", { method: "POST", body: "body" });
      return [document.title, origin, response.status, await response.text()].join(" ");
      """)
    XCTAssertEqual(text as? String, "app app://one.example 201 <title>app</title>body")
  }

  func testAnErrorFailsTheLoad() async throws {
    let page = try page { _, continuation in continuation.finish(throwing: URLError(.fileDoesNotExist)) }
    let load = try await outcome(page.load(URL(string: "app://one.example/")))
    XCTAssertEqual(underlying(load.error), "NSURLErrorDomain \(NSURLErrorFileDoesNotExist)")
  }

  func testTheAnswerToAStoppedLoadIsCancelled() async throws {
    let ends = [expectation(description: "stopped"), expectation(description: "released")]
    var page: WebPage? = try page { request, continuation in
      let end = request.url?.host == "first.example" ? ends[0] : ends[1]
      continuation.onTermination = { if case .cancelled = $0 { end.fulfill() } }
      continuation.yield(Self.response(request))
      continuation.yield(.data(Data(repeating: 0x20, count: 8192)))
    }
    for (host, end) in zip(["first", "second"], ends) {
      var events = try XCTUnwrap(page).load(URL(string: "app://\(host).example/")).makeAsyncIterator()
      let began = [try await events.next(isolation: #isolation), try await events.next(isolation: #isolation)]
      XCTAssertEqual(began, [.startedProvisionalNavigation, .committed])
      if end === ends[0] { page?.stopLoading() } else { page = nil }
      await fulfillment(of: [end], timeout: 120)
    }
  }

  func testASchemeIsAValidNameThatWebKitDoesNotHandle() {
    for name in ["app", "Causeway-Bytes", "a+b.c-1"] { XCTAssertEqual(URLScheme(name)?.rawValue, name) }
    for name in ["", "1a", "a b", "a:", "ä", "https", "FILE", "about"] { XCTAssertNil(URLScheme(name), name) }
  }
}
