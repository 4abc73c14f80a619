import WebKit
import WebTestSupport
import XCTest

/// The events of a page's navigations as asynchronous sequences.
@MainActor final class WebPageNavigationTests: XCTestCase {
  private static let whole: [WebPage.NavigationEvent] = [.startedProvisionalNavigation, .committed, .finished]

  func testALoadDeliversItsEventsInOrderAndEnds() async throws {
    let server = try HTTPServer(["/a": .page("<title>a</title>")])
    let page = WebPage.make()
    let load = try await outcome(page.load(URLRequest(url: server.url("/a"))))
    XCTAssertEqual(load.events, Self.whole)
    XCTAssertNil(load.error)
    XCTAssertEqual(page.url, server.url("/a"))
  }

  func testARedirectIsDelivered() async throws {
    let server = try HTTPServer(["/a": .redirect("/b"), "/b": .page("b")])
    let page = WebPage.make()
    let load = try await outcome(page.load(server.url("/a")))
    XCTAssertEqual(load.events, [.startedProvisionalNavigation, .receivedServerRedirect, .committed, .finished])
    XCTAssertEqual(page.url, server.url("/b"))
  }

  func testEveryLoadingMethodDeliversItsEvents() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b")])
    let page = WebPage.make()
    let blank = try await outcome(page.reload())
    XCTAssertEqual(blank.events, [], "there is nothing to load again")
    for url in ["/a", "/b"] {
      let load = try await outcome(page.load(server.url(url)))
      XCTAssertEqual(load.events, Self.whole, url)
    }
    let back = try await outcome(page.load(XCTUnwrap(page.backForwardList.backList.last)))
    XCTAssertEqual(back.events, Self.whole, "back")
    XCTAssertEqual(page.url, server.url("/a"))
    let reload = try await outcome(page.reload())
    XCTAssertEqual(reload.events, Self.whole, "reload")
    let origin = try await outcome(page.reload(fromOrigin: true))
    XCTAssertEqual(origin.events, Self.whole, "reload from the origin")
    let html = try await outcome(page.load(html: "<p>"))
    XCTAssertEqual(html.events, Self.whole, "HTML")
    let data = try await outcome(
      page.load(
        Data([0xE4]), mimeType: "text/plain", characterEncoding: .isoLatin1, baseURL: server.url("/data")))
    XCTAssertEqual(data.events, Self.whole, "data")
    let text = try await page.callJavaScript("return document.body.textContent") as? String
    XCTAssertEqual(text, "ä")
    let simulated = try await outcome(
      page.load(simulatedRequest: URLRequest(url: server.url("/s")), responseHTML: "<title>s</title>"))
    XCTAssertEqual(simulated.events, Self.whole, "simulated")
    XCTAssertEqual(page.url, server.url("/s"))
  }

  func testTheSequenceOfAllNavigationsIncludesThoseOfThePage() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b")])
    let page = WebPage.make()
    var events = page.navigations.makeAsyncIterator()
    _ = try await outcome(page.load(server.url("/a")))
    try await page.callJavaScript("location = '/b'")
    for expected in Self.whole + Self.whole {
      let event = try await events.next(isolation: #isolation)
      XCTAssertEqual(event, expected)
    }
    XCTAssertEqual(page.url, server.url("/b"))
  }

  func testALoadThatFailsThrowsTheUnderlyingError() async throws {
    let page = WebPage.make()
    let all = page.navigations
    // Release the server at once, so that no server listens at its port.
    let url = try HTTPServer([:]).url("/")
    let load = try await outcome(page.load(url))
    XCTAssertEqual(load.events, [.startedProvisionalNavigation])
    XCTAssertEqual(underlying(load.error), "NSURLErrorDomain \(NSURLErrorCannotConnectToHost)")
    let told = try await outcome(all)
    XCTAssertEqual(told.events, [.startedProvisionalNavigation])
    XCTAssertNotNil(underlying(told.error))
  }

  func testInvalidLoadsThrowAtOnce() async throws {
    let page = WebPage.make()
    let none = try await outcome(page.load(nil))
    guard case WebPage.NavigationError.invalidURL? = none.error else { return XCTFail("\(none)") }
    var post = URLRequest(url: try XCTUnwrap(URL(string: "http://127.0.0.1:1/")))
    post.httpMethod = "POST"
    let load = try await outcome(page.load(post))
    XCTAssertEqual(underlying(load.error), "NSURLErrorDomain \(NSURLErrorUnsupportedURL)")
    let script = try await outcome(page.load(URL(string: "JavaScript:1")))
    XCTAssertEqual(underlying(script.error), "NSURLErrorDomain \(NSURLErrorUnsupportedURL)")
    let other = WebPage.make()
    _ = try await outcome(other.load(html: "<p>"))
    let server = try HTTPServer(["/a": .page("a")])
    _ = try await outcome(other.load(server.url("/a")))
    let item = try await outcome(page.load(XCTUnwrap(other.backForwardList.currentItem)))
    XCTAssertEqual(underlying(item.error), "NSURLErrorDomain \(NSURLErrorResourceUnavailable)")
  }

  func testAFragmentEndsTheSequenceWithoutAnEvent() async throws {
    let server = try HTTPServer(["/a": .page("a")])
    let page = WebPage.make()
    _ = try await outcome(page.load(server.url("/a")))
    let load = try await outcome(page.load(server.url("/a#below")))
    XCTAssertEqual(load.events, [])
    XCTAssertNil(load.error)
    XCTAssertEqual(page.url, server.url("/a#below"))
  }

  func testDiscardingASequenceDoesNotStopTheLoad() async throws {
    let server = try HTTPServer(["/a": .page("<title>a</title>")])
    let page = WebPage.make()
    let all = page.navigations
    page.load(server.url("/a"))
    var events = all.makeAsyncIterator()
    for expected in Self.whole {
      let event = try await events.next(isolation: #isolation)
      XCTAssertEqual(event, expected)
    }
  }
}
