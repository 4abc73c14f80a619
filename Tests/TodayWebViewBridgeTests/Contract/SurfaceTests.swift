import Causeway
import TodayWebViewBridge
import WebTestSupport
import XCTest

/// The objects that a page finds, and the trusted origins.
@MainActor final class SurfaceTests: XCTestCase {
  func testThePlatformTagNamesThePlatformBeforeThePagesFirstScript() async throws {
    for (surface, platform) in [
      (TodaySurface.ios, "ios"), (.macos, "macos"), (.android(.port), "android"), (.android(.interface), "android"),
      (.windows(.messages), "windows"), (.windows(.hostObject), "windows"),
    ] {
      let page = TodayPage(surface)
      // Even the page's first script must see the tag.
      try await page.browser.open("<script>early = JSON.stringify(window.__todayWebView)</script>")
      let tag = try await page.browser.text("return early")
      XCTAssertEqual(tag, "{\"platform\":\"\(platform)\"}")
    }
  }

  func testAppleSurfacesHaveNoGlobalObject() async throws {
    for surface in [TodaySurface.ios, .macos] {
      let page = TodayPage(surface)
      try await page.browser.open("<body>")
      let told = try await page.browser.text("return 'todayWebViewBridge' in window")
      XCTAssertEqual(told, "false")
    }
  }

  func testASecondChannelNameReachesTheSameHandler() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(
        surface, .init(trustedOrigins: [TodayPage.origin], channelNames: [TodayWebViewBridge.channelName, "renamed"]))
      try await page.browser.open("<body>")
      let old = try await page.post("{ type: 'headers' }")
      let new = try await page.post("{ type: 'headers' }", to: "renamed")
      XCTAssertEqual(old, "{\"X-Session\":\"\(TestApp.headerValue)\"}")
      XCTAssertEqual(new, old)
    }
  }

  private func expectNothing(_ page: TodayPage, _ surface: TodaySurface) async throws {
    for type in ["headers", "refreshToken", "establishSession"] {
      let answer = try await page.post("{ type: '\(type)', refresh: true }")
      XCTAssertEqual(answer, "undefined", type)
    }
    let cookies = await page.cookies()
    XCTAssertTrue(cookies.isEmpty)
    XCTAssertEqual(page.app.refreshes, 0)
    let track = try await page.post("{ type: 'track', ename: 'served' }")
    XCTAssertEqual(track, "undefined")
    XCTAssertEqual(page.app.events.map(\.name), ["served"])
  }

  func testAnUntrustedOriginGetsUndefined() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body>", at: "test://untrusted.example/")
      try await expectNothing(page, surface)
    }
  }

  func testAnEmptyTrustListTrustsNoOrigin() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface, .init(trustedOrigins: []))
      try await page.browser.open("<body>")
      try await expectNothing(page, surface)
    }
  }

  func testOnlyEqualOriginsAreTrusted() async throws {
    let page = TodayPage(
      .ios,
      .init(trustedOrigins: [
        Origin(scheme: "https", host: "page.example"), Origin(scheme: "test", host: "example"),
        Origin(scheme: "test", host: "www.page.example"), Origin(scheme: "test", host: "page.example.org"),
        Origin(scheme: "test", host: "page.example", port: 8080), .opaque,
      ]))
    try await page.browser.open("<body>")
    try await expectNothing(page, .ios)
  }
}
