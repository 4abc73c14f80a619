import Causeway
import WebTestSupport
import XCTest

@testable import TodayWebViewBridge

/// The messages that each kind of frame may use.
@MainActor final class FrameTests: XCTestCase {
  private func onEverySurface(
    _ configuration: TodayWebViewBridge.Configuration? = nil, _ test: (TodayPage) async throws -> Void
  ) async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface, configuration)
      try await page.browser.open(with: SubFrame.allCases)
      try await test(page)
    }
  }

  func testHeadersAnswerUndefinedToACrossOriginSubframe() async throws {
    try await onEverySurface { page in
      let answer = try await page.post("{ type: 'headers' }", in: .crossOrigin)
      XCTAssertEqual(answer, "undefined")
    }
  }

  func testRefreshTokenAnswersUndefinedToACrossOriginSubframe() async throws {
    try await onEverySurface { page in
      let answer = try await page.post("{ type: 'refreshToken' }", in: .crossOrigin)
      XCTAssertEqual(answer, "undefined")
      XCTAssertEqual(page.app.refreshes, 0)
    }
  }

  func testEstablishSessionAnswersUndefinedToACrossOriginSubframe() async throws {
    try await onEverySurface { page in
      let answer = try await page.post("{ type: 'establishSession' }", in: .crossOrigin)
      XCTAssertEqual(answer, "undefined")
    }
  }

  func testHeadersRefreshTokenAndEstablishSessionAreForTheTopLevelDocumentOnly() async throws {
    try await onEverySurface { page in
      for frame in SubFrame.allCases {
        for type in TodayCapability.all.filter({ $0.audience == .trustedMainFrame }).map(\.name) {
          let answer = try await page.post("{ type: '\(type)', refresh: true }", in: frame)
          XCTAssertEqual(answer, "undefined", "\(type) in \(frame)")
        }
      }
      XCTAssertEqual(page.app.refreshes, 0)
      let main = try await page.post("{ type: 'headers' }")
      XCTAssertEqual(main, "{\"X-Session\":\"\(TestApp.headerValue)\"}")
    }
  }

  func testNoCookieIsMintedForASubframe() async throws {
    try await onEverySurface { page in
      for frame in SubFrame.allCases {
        _ = try await page.post("{ type: 'establishSession' }", in: frame)
        _ = try await page.post("{ type: 'establishSession', refresh: true }", in: frame)
      }
      let none = await page.cookies()
      XCTAssertTrue(none.isEmpty)
      _ = try await page.post("{ type: 'establishSession' }")
      let one = await page.cookies()
      XCTAssertEqual(one.count, 1)
    }
  }

  /// The main frame's refresh is open, so a request of a sub-frame would share its token if the sub-frame were served.
  func testNoTokenIsSentToASubframe() async throws {
    try await onEverySurface { page in
      let gate = Gate()
      page.app.refreshWork = {
        await gate.pass()
        return TodayToken(bearer: TestApp.freshToken)
      }
      let main = try await page.begin("{ type: 'refreshToken' }")
      for frame in SubFrame.allCases {
        let answer = try await page.post("{ type: 'refreshToken' }", in: frame)
        XCTAssertEqual(answer, "undefined", "\(frame)")
      }
      gate.open()
      let token = try await main.value
      XCTAssertEqual(token, "{\"authorization\":\"Bearer \(TestApp.freshToken)\"}")
    }
  }

  func testTrackIsServedFromEveryFrame() async throws {
    try await onEverySurface { page in
      for frame in SubFrame.allCases {
        let answer = try await page.post("{ type: 'track', ename: '\(frame.rawValue)' }", in: frame)
        XCTAssertEqual(answer, "undefined")
      }
      XCTAssertEqual(page.app.events.map(\.name), SubFrame.allCases.map(\.rawValue))
    }
  }

  func testAnUnknownTypeResolvesUndefinedInEverySubframe() async throws {
    try await onEverySurface { page in
      for frame in SubFrame.allCases {
        let answer = try await page.post("{ type: 'later' }", in: frame)
        XCTAssertEqual(answer, "undefined", "\(frame)")
      }
    }
  }

  /// The contract's pages contradict each other here, so an option can restrict `track` to the main frame.
  func testTrackMayBeRestrictedToTheMainFrame() async throws {
    try await onEverySurface(.init(trustedOrigins: [TodayPage.origin], restrictsTrackToMainFrame: true)) { page in
      for frame in SubFrame.allCases {
        let answer = try await page.post("{ type: 'track', ename: 'sub' }", in: frame)
        XCTAssertEqual(answer, "undefined", "\(frame)")
      }
      _ = try await page.post("{ type: 'track', ename: 'main' }")
      XCTAssertEqual(page.app.events.map(\.name), ["main"])
    }
  }

  /// Today contract, environment page: only the main frame has the platform tag.
  func testThePlatformTagIsInTheMainFrameOnly() async throws {
    try await onEverySurface { page in
      let tag = try await page.browser.text("return JSON.stringify(window.__todayWebView)")
      XCTAssertEqual(tag, "{\"platform\":\"\(page.surface.platform)\"}")
      for frame in SubFrame.allCases {
        let told = try await page.browser.text("return typeof window.__todayWebView", in: frame)
        XCTAssertEqual(told, "undefined", "\(frame)")
      }
    }
  }
}
