import Causeway
import CausewayWebKit
import WebKit
import WebTestSupport
import XCTest

/// Pages of WebKit's `WebPage` that navigate away, are released, or lose their process.
@available(iOS 26, macOS 26, *)
@MainActor final class WebPageLifeTests: XCTestCase {
  private let waiting = Waiting()

  private func makeHost() -> WebViewHost {
    let bridge = Bridge()
    bridge.install(
      CausewayDialect([waiting.capability, Capability("echo", policy: .everyone, json: { value, _ in value })]))
    return WebViewHost(bridge: bridge)
  }

  /// Begins a request that never ends.
  private func beginWaiting(_ page: WebPage) async throws {
    let started = waiting.started
    _ = try await page.text("causeway.call('wait').catch(() => {})")
    try await eventually("the request") { waiting.started == started + 1 }
  }

  func testTheNextDocumentHasItsOwnConversation() async throws {
    let host = makeHost()
    let page = WebPage.make(host)
    try await page.open()
    let first = try await page.conversation(host)
    try await beginWaiting(page)
    try await page.open(at: "next")
    try await eventually("the cancellation") { waiting.cancelled == 1 }
    let second = try await page.conversation(host)
    XCTAssertNotEqual(first.frame.document, second.frame.document)
    XCTAssertTrue(first.isClosed)
  }

  #if os(Linux)
  /// Ends the web process of a page, and notifies the host after the page has reported the end.
  private func endProcess(of page: WebPage, of host: WebViewHost) async throws {
    let events = page.navigations
    page.terminateWebProcess()
    do {
      for try await _ in events {}
      XCTFail("the sequence ended without an error")
    } catch WebPage.NavigationError.webContentProcessTerminated {
      try await within("the end") { await host.webContentProcessDidTerminate(in: page) }
    }
  }

  func testTheEndOfAProcessEndsTheRequestsOfItsPageOnly() async throws {
    let host = makeHost()
    let pages = [WebPage.make(host), WebPage.make(host)]
    for page in pages {
      try await page.open()
      try await beginWaiting(page)
    }
    // This call must not end the requests of a page whose process still runs.
    await host.webContentProcessDidTerminate(in: pages[0])
    XCTAssertEqual(host.bridge.frames.count, 2)
    let other = try await pages[1].conversation(host)
    try await endProcess(of: pages[0], of: host)
    XCTAssertEqual(host.bridge.frames.map(\.document), [other.frame.document])
    try await eventually("the cancellation") { waiting.cancelled == 1 }
    try await pages[0].open()
    let echo = try await pages[0].text("return await causeway.call('echo', 2)")
    XCTAssertEqual(echo, "2")
    XCTAssertFalse(other.isClosed)
  }

  /// A page that no longer responds must not delay the end of another page.
  func testTheEndOfAProcessDoesNotWaitForAPageThatIsBusy() async throws {
    let host = makeHost()
    let pages = [WebPage.make(host), WebPage.make(host)]
    for page in pages {
      try await page.open()
      try await beginWaiting(page)
    }
    let other = try await pages[1].conversation(host)
    // Ignore the result, because the page may be too busy to report that the script has run.
    let busy = Task {
      try? await pages[1].text("causeway.call('wait').catch(() => {}); setTimeout(() => { while (true); })")
    }
    try await eventually("the last request") { waiting.started == 3 }
    try await endProcess(of: pages[0], of: host)
    XCTAssertEqual(host.bridge.frames.map(\.document), [other.frame.document])
    pages[1].terminateWebProcess()
    _ = await busy.value
  }
  #endif

  func testAReleasedPageEndsItsConversation() async throws {
    let host = makeHost()
    var page: WebPage? = WebPage.make(host)
    try await XCTUnwrap(page).open()
    try await beginWaiting(XCTUnwrap(page))
    XCTAssertEqual(host.bridge.frames.count, 1)
    page = nil
    try await eventually("the end") { waiting.cancelled == 1 && host.bridge.frames.isEmpty }
  }

  func testThePageAndItsConfigurationDoNotRetainTheHost() async throws {
    var configuration = WebPage.Configuration()
    weak var host: WebViewHost?
    do {
      let own = makeHost()
      own.attach(to: &configuration)
      host = own
    }
    let page = WebPage(configuration: configuration)
    XCTAssertNil(host)
    try await page.open()
    let end = try await page.text("return await causeway.call('echo', 1).catch((error) => error instanceof Error)")
    XCTAssertEqual(end, "true")
  }
}
