@testable import CausewayWebKit
import WebTestSupport
import XCTest

#if os(Linux)
@testable import WebKit
#else
import WebKit
#endif

/// Pages with many frames, and pages with many frames whose end is not reported.
@MainActor final class ManyFramesTests: XCTestCase {
  /// A JavaScript function that adds a frame of the page's origin. `hide` stops the events at the frame's end before
  /// any script of the app can add a listener.
  private static let functions = """
    const add = (hide) => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = 'test://page.example/frame';
      frame.onload = () => resolve(frame);
      document.body.append(frame);
      if (!hide) return;
      for (const name of ['pagehide', 'unload'])
        frame.contentWindow.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
    });
    """

  func testFramesThatHideTheirEndAreReleased() async throws {
    let page = CausewayPage()
    page.browser.site["test://page.example/frame"] = "<body>"
    try await page.browser.open("<body>")
    for _ in 0..<2 {
      try await page.browser.run(
        "\(Self.functions) for (let n = 0; n < 160; n += 1) (await add(true)).remove(); return 1")
      try await eventually("the end of most frames") { page.host.lives.count < 150 }
      #if os(Linux)
      XCTAssertLessThan(page.browser.webView.content.frames.count, 150)
      #endif
    }
    XCTAssertLessThan(page.bridge.frames.count, 150)
  }

  func testDocumentsBeyondTheLimitAreRefusedUntilOthersEnd() async throws {
    let page = CausewayPage()
    page.host.lives.maximum = 20
    page.browser.site["test://page.example/frame"] = "<body>"
    try await page.browser.open("<body>")
    try await page.browser.run("\(Self.functions) for (let n = 0; n < 30; n += 1) await add(false); return 1")
    XCTAssertEqual(page.host.lives.count, 20)
    let call = "causeway.call('none').then(() => 'served', ({ code }) => code)"
    let first = try await page.browser.text("return window[0].\(call)")
    XCTAssertEqual(first, "UNKNOWN_CAPABILITY")
    try await page.browser.run("for (const frame of document.querySelectorAll('iframe')) frame.remove(); return 1")
    try await eventually("the end of all frames") { page.host.lives.count == 1 }
    let next = try await page.browser.text("\(Self.functions) await add(false); return window[0].\(call)")
    XCTAssertEqual(next, "UNKNOWN_CAPABILITY")
  }

  func testManyExistingFramesAreServed() async throws {
    let page = CausewayPage()
    page.browser.site["test://page.example/frame"] = "<body>"
    try await page.browser.open("<body>")
    try await page.browser.run(
      "\(Self.functions) for (let n = 0; n < DocumentLimit; n += 1) await add(false); return 1"
        .replacingOccurrences(of: "DocumentLimit", with: "\(DocumentLives.few + 20)"))
    try await eventually("the answers of the frames") { page.host.lives.suspects.isEmpty }
    XCTAssertEqual(page.host.lives.count, DocumentLives.few + 21)
    let told = try await page.browser.text(
      """
      const codes = await Promise.all(Array.from({ length }, (_, place) =>
        window[place].causeway.call('none').then(() => 'served', ({ code }) => code)));
      return [...new Set(codes)].join() + ' ' + codes.length;
      """)
    XCTAssertEqual(told, "UNKNOWN_CAPABILITY \(DocumentLives.few + 20)")
  }
}
