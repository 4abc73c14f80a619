import Causeway
import OnsideKit
import WebTestSupport
import XCTest

/// Frames and origins, in cases that Onside's documents do not define (docs/onside-rules.md, onside-7).
@MainActor final class FrameTests: XCTestCase {
  func testASubFrameHasNoBridge() async throws {
    let page = try OnsidePage()
    try await page.browser.open(with: SubFrame.allCases)
    for frame in SubFrame.allCases {
      let told = try await page.browser.text("return typeof window.onside", in: frame)
      XCTAssertEqual(told, "undefined", "\(frame)")
    }
  }

  func testAMessageThatASubFramePostsItselfIsAnsweredWithDisallowedFrame() async throws {
    for body in [
      #"{"method":"initializeOnside","argument":"v1"}"#, #"{"early":"logout"}"#, #"{"method":"logout"}"#,
      #"{"method":"none"}"#, "7", "{",
    ] {
      let page = try OnsidePage(before: OnsidePage.silencedRuntime)
      try await page.browser.open(with: SubFrame.allCases)
      for frame in SubFrame.allCases {
        let told = try await page.browser.text(
          """
          const { causeway } = webkit.messageHandlers;
          // Keep the reply to the first message, because the app answers through the reply to the earliest message that
          // has no reply yet.
          const reply = causeway.postMessage(entry);
          void causeway.postMessage(entry.slice(0, 32) + 'r onside 1 \(body)');
          return (await reply).split("\\n")[1];
          """, in: frame)
        XCTAssertEqual(told, #"f 1 {"code":"disallowedFrame"}"#, "\(frame) \(body)")
      }
    }
  }

  func testPagesOfEveryNonOpaqueOriginAreServed() async throws {
    let page = try OnsidePage()
    for url in ["test://page.example/", "test://other.example/a"] {
      try await page.browser.open("<body>", at: url)
      let told = try await page.call("initializeOnside('v1')")
      XCTAssertEqual(told, "undefined", url)
    }
  }

  func testALocalFileIsServedAndItsOriginIsFile() async throws {
    let page = try OnsidePage()
    try await page.browser.open(file: "<body>")
    try await page.run("await onside.initializeOnside('v1'); return onside.requestLogin()")
    XCTAssertEqual(page.app.screens.logins.last?.requestingOrigin, "file://")
    let listed = try OnsidePage(.init(origins: .only([try Origin(parsing: "file://")])))
    try await listed.browser.open(file: "<body>")
    let told = try await listed.call("initializeOnside('v1')")
    XCTAssertEqual(told, "undefined")
  }

  /// Checks that a page that is not served has all methods, and that each promise method rejects.
  private func expectRefused(_ page: OnsidePage, line: UInt = #line) async throws {
    for method in OnsideContract.Method.allCases {
      let argument = method == .initializeOnside ? "'v1'" : ""
      let told = try await page.call("\(method.rawValue)(\(argument))")
      XCTAssertEqual(
        told, method.isPromise ? "BridgeError disallowedFrame" : "undefined", method.rawValue, line: line)
    }
    XCTAssertTrue(page.app.screens.shown.isEmpty, line: line)
  }

  func testAnOpaqueOriginIsNotServed() async throws {
    let page = try OnsidePage()
    try await page.browser.load("data:text/html,<body>")
    try await expectRefused(page)
  }

  func testAHostMayServeOpaqueOrigins() async throws {
    let page = try OnsidePage(.init(origins: .any))
    try await page.browser.load("data:text/html,<body>")
    let told = try await page.call("initializeOnside('v1')")
    XCTAssertEqual(told, "undefined")
  }

  /// A window that a page opens has the content controller of its opener.
  func testAWindowThatAPageOpensIsNotServedAndItsOpenerStillWorks() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("listen('onStorefrontChanged')")
    let popup = Browser { $0.userContentController = page.browser.webView.configuration.userContentController }
    try await popup.open("<body>")
    for method in OnsideContract.Method.allCases where method.isPromise {
      let told = try await popup.text(
        "return show(() => onside.\(method.rawValue)(\(method == .initializeOnside ? "'v1'" : "")))")
      XCTAssertEqual(told, "BridgeError bridgeDetached", method.rawValue)
    }
    let told = try await page.call("requestLogin()")
    XCTAssertEqual(told, "undefined")
    let heard = try await page.run("await until(() => heard.length); return heard[0][0]")
    XCTAssertEqual(heard, "onStorefrontChanged")
  }

  func testOnlyTheListedOriginsAreServed() async throws {
    let page = try OnsidePage(.init(origins: .only([Origin(scheme: "test", host: "page.example")])))
    try await page.load()
    try await page.browser.open("<body>", at: "test://other.example/")
    try await expectRefused(page)
  }

  func testADocumentThatIsNotServedGetsNoEventsAndTheyAreKept() async throws {
    let page = try OnsidePage(.init(origins: .only([Origin(scheme: "test", host: "page.example")])))
    try await page.load()
    try await page.browser.open("<body>", at: "test://other.example/")
    try await page.run("listen('onStorefrontChanged'); window.asked = 0")
    _ = try await page.call("initializeOnside('v1')")
    try await page.app.client.requestLogin()
    _ = try await page.call("getTransactions()")
    let before = try await page.heard()
    XCTAssertEqual(before, "[]")
    try await page.load()
    let after = try await page.run("listen('onStorefrontChanged'); await until(() => heard.length); return heard[0][0]")
    XCTAssertEqual(after, "onStorefrontChanged")
  }
}
