import WebKit
import WebTestSupport
import XCTest

/// The ends of navigation sequences whose navigation does not finish: the navigation is replaced, stopped or cancelled,
/// or its process or its page is gone.
@MainActor final class WebPageNavigationEndTests: XCTestCase {
  private static let whole: [WebPage.NavigationEvent] = [.startedProvisionalNavigation, .committed, .finished]

  func testALoadThatIsReplacedEndsWhetherItHasStartedOrNot() async throws {
    let server = try HTTPServer(["/slow": .silence, "/b": .page("b")])
    let page = WebPage.make()
    let notStarted = page.load(server.url("/slow"))
    let started = page.load(server.url("/slow"))
    var events = started.makeAsyncIterator()
    let first = try await events.next(isolation: #isolation)
    XCTAssertEqual(first, .startedProvisionalNavigation)
    let last = try await outcome(page.load(server.url("/b")))
    XCTAssertEqual(last.events, Self.whole)
    let replaced = try await outcome(notStarted)
    XCTAssertEqual(replaced.events, [])
    XCTAssertEqual(underlying(replaced.error), "NSURLErrorDomain \(NSURLErrorCancelled)")
    do {
      _ = try await events.next(isolation: #isolation)
      XCTFail("the navigation did not fail")
    } catch {
      XCTAssertEqual(underlying(error), "NSURLErrorDomain \(NSURLErrorCancelled)")
    }
  }

  func testAFailureAfterTheCommitThrowsTheErrorItself() async throws {
    let server = try HTTPServer(["/half": .beginning("<p>half")])
    let page = WebPage.make()
    var events = page.load(server.url("/half")).makeAsyncIterator()
    let began = [try await events.next(isolation: #isolation), try await events.next(isolation: #isolation)]
    XCTAssertEqual(began, [.startedProvisionalNavigation, .committed])
    page.stopLoading()
    do {
      _ = try await events.next(isolation: #isolation)
      XCTFail("the navigation did not fail")
    } catch {
      XCTAssertEqual((error as NSError).domain, NSURLErrorDomain)
      XCTAssertEqual((error as NSError).code, NSURLErrorCancelled)
    }
  }

  func testStoppingEndsALoadThatHasNotStarted() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b")])
    let page = WebPage.make()
    let load = page.load(server.url("/a"))
    page.stopLoading()
    let stopped = try await outcome(load)
    XCTAssertEqual(stopped.events, [])
    XCTAssertEqual(underlying(stopped.error), "NSURLErrorDomain \(NSURLErrorCancelled)")
    let next = try await outcome(page.load(server.url("/b")))
    XCTAssertEqual(next.events, Self.whole)
  }

  /// A decider that delays its first decision until the test resumes it.
  private struct SlowDecider: WebPage.NavigationDeciding {
    let asked: Mailbox<CheckedContinuation<Void, Never>>
    var isFirst = true

    @MainActor mutating func decidePolicy(
      for action: WebPage.NavigationAction, preferences: inout WebPage.NavigationPreferences
    ) async -> WKNavigationActionPolicy {
      if isFirst {
        isFirst = false
        await withCheckedContinuation { asked.put($0) }
      }
      return .allow
    }
  }

  func testStoppingEndsALoadThatWaitsForADecision() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b")])
    let asked = Mailbox<CheckedContinuation<Void, Never>>()
    let page = WebPage(configuration: WebPage.configuration(), navigationDecider: SlowDecider(asked: asked))
    let all = page.navigations
    let load = page.load(server.url("/a"))
    let decision = try await asked.next()
    page.stopLoading()
    let stopped = try await outcome(load)
    XCTAssertEqual(stopped.events, [])
    XCTAssertEqual(underlying(stopped.error), "NSURLErrorDomain \(NSURLErrorCancelled)")
    decision.resume()
    let next = try await outcome(page.load(server.url("/b")))
    XCTAssertEqual(next.events, Self.whole)
    XCTAssertEqual(page.url, server.url("/b"))
    var told: [WebPage.NavigationEvent] = []
    for try await event in all {
      told.append(event)
      if event == .finished { break }
    }
    XCTAssertEqual(told, Self.whole)
  }

  func testCancellingTheTaskStopsLoading() async throws {
    let server = try HTTPServer(["/slow": .silence, "/b": .page("b")])
    let page = WebPage.make()
    let all = page.navigations
    let started = expectation(description: "the start")
    let task = Task {
      for try await _ in page.load(server.url("/slow")) { started.fulfill() }
    }
    await fulfillment(of: [started], timeout: 120)
    XCTAssertTrue(page.isLoading)
    task.cancel()
    let told = try await outcome(all)
    XCTAssertEqual(underlying(told.error), "NSURLErrorDomain \(NSURLErrorCancelled)")
    try await eventually("the stop") { !page.isLoading }
    _ = await task.result
    let next = try await outcome(page.load(server.url("/b")))
    XCTAssertEqual(next.events, Self.whole)
  }

  func testAnEndedProcessEndsTheSequencesAndThePageCanBeReloaded() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/slow": .silence])
    let page = WebPage.make()
    _ = try await outcome(page.load(server.url("/a")))
    let all = page.navigations
    let load = page.load(server.url("/slow"))
    page.terminateWebProcess()
    for events in [try await outcome(all), try await outcome(load)] {
      guard case WebPage.NavigationError.webContentProcessTerminated? = events.error else {
        return XCTFail("\(events)")
      }
    }
    let again = try await outcome(page.reload())
    XCTAssertEqual(again.events, Self.whole)
    XCTAssertEqual(page.url, server.url("/a"))
  }

  func testAReleasedPageEndsItsSequences() async throws {
    let server = try HTTPServer(["/slow": .silence])
    var page: WebPage? = .make()
    weak let released = page
    let all = try XCTUnwrap(page).navigations
    let load = try XCTUnwrap(page).load(server.url("/slow"))
    page = nil
    try await eventually("the release") { released == nil }
    let told = try await outcome(all)
    XCTAssertNil(told.error)
    let ended = try await outcome(load)
    guard case WebPage.NavigationError.pageClosed? = ended.error else { return XCTFail("\(ended)") }
  }
}
