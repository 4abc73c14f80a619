import Causeway
import TodayWebViewBridge
import WebTestSupport
import XCTest

/// Tests that a page with the published Web SDK works as in Today's own app.
@MainActor final class PublishedClientTests: XCTestCase {
  private func open(_ surface: TodaySurface, trusted: Bool = true) async throws -> TodayPage {
    let page = TodayPage(surface, trusted ? nil : .init(trustedOrigins: []))
    try await page.browser.open("<body><script>\(PublishedClient.script)</script>")
    return page
  }

  private func told(_ page: TodayPage, _ call: String) async throws -> String {
    try await page.browser.text("return await told(() => \(call))")
  }

  func testTheClientFindsItsChannelAndPlatform() async throws {
    try await onSurfaces { surface in
      let page = try await open(surface)
      let found = try await told(page, "[bridge.isAvailable(), bridge.platform]")
      let platform =
        switch surface {
        case .android: "android"
        case .windows: "windows"
        default: "\(surface)"
        }
      XCTAssertEqual(found, "[true,\"\(platform)\"]")
    }
  }

  func testEachCallOfTheClientHasItsResult() async throws {
    try await onSurfaces { surface in
      let page = try await open(surface)
      let event = try await told(page, "bridge.track('opened', { place: 1, list: 'home', again: false })")
      XCTAssertEqual(event, "undefined")
      XCTAssertEqual(page.app.events.map(\.name), ["opened"])
      let headers = try await told(page, "bridge.getHeaders()")
      XCTAssertEqual(headers, "{\"X-Session\":\"\(TestApp.headerValue)\"}")
      let token = try await told(page, "bridge.refreshToken()")
      XCTAssertEqual(token, "{\"authorization\":\"Bearer \(TestApp.freshToken)\"}")
      let session = try await told(page, "bridge.establishSession()")
      XCTAssertEqual(session, "true")
      let refreshed = try await told(page, "bridge.establishSession({ refresh: true })")
      XCTAssertEqual(refreshed, "true")
      XCTAssertEqual(page.app.refreshes, 2)
    }
  }

  func testARejectionIsABridgeErrorWithItsText() async throws {
    try await onSurfaces { surface in
      let page = try await open(surface)
      page.app.refreshWork = { throw SignedOut() }
      let token = try await told(page, "bridge.refreshToken()")
      XCTAssertEqual(token, "BridgeError: You are signed out.")
      let session = try await told(page, "bridge.establishSession({ refresh: true })")
      XCTAssertEqual(session, "false")
    }
  }

  func testAPageThatIsNotTrustedGetsAProtocolErrorAndNoSession() async throws {
    try await onSurfaces { surface in
      let page = try await open(surface, trusted: false)
      let token = try await told(page, "bridge.refreshToken()")
      XCTAssertEqual(token, "BridgeProtocolError: refreshToken")
      let headers = try await told(page, "bridge.getHeaders()")
      XCTAssertEqual(headers, "BridgeProtocolError: headers")
      let session = try await told(page, "bridge.establishSession()")
      XCTAssertEqual(session, "false")
    }
  }

  /// The first request has the app's headers. After a 401, the second request has the fresh token.
  func testTheClientsFetchRefreshesOnceAfterA401() async throws {
    try await onSurfaces { surface in
      let page = try await open(surface)
      let sent = try await told(
        page,
        """
        (async () => {
          const sent = [];
          window.fetch = async (url, { headers }) => {
            sent.push(headers);
            return { status: headers.authorization ? 200 : 401 };
          };
          const { status } = await bridge.fetch("/api/news", { headers: { Accept: "text/html" } });
          return [status, ...sent];
        })()
        """)
      XCTAssertEqual(
        sent,
        "[200,{\"Accept\":\"text/html\",\"X-Session\":\"\(TestApp.headerValue)\"},"
          + "{\"Accept\":\"text/html\",\"authorization\":\"Bearer \(TestApp.freshToken)\"}]")
      XCTAssertEqual(page.app.refreshes, 1)
    }
  }
}
