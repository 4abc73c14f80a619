import GBGBridge
import WebTestSupport
import XCTest

/// Pages whose `receive` is missing, is not a function, or throws.
@MainActor final class ReceiveTests: XCTestCase {
  func testAnErrorOfReceiveSetsLastErrorAndTheNextMessageArrives() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      _ = try await page.browser.text(
        """
        const { receive } = GBGBridge;
        let count = 0;
        GBGBridge.receive = (message) => {
          receive(message);
          if (++count % 2 === 0) throw new Error("no room for " + message.correlationId);
        };
        return 1;
        """)
      for number in 0..<6 { try await page.request("app.ask", id: "c\(number)") }
      for request in try await page.pending(6) { page.host.respond(to: request, status: .success) }
      let received = try await page.received()
      XCTAssertEqual(received, (0..<6).map { "c\($0) success" })
      let error = try await page.error()
      XCTAssertEqual(error, "A JavaScript exception occurred: no room for c5")
      XCTAssertEqual(page.observations.count { $0.kind == .thrown }, 3)
      XCTAssertEqual(page.host.pendingRequests, [])
    }
  }

  func testAPageThatReplacesTheObjectByNullSetsLastError() async throws {
    for value in ["null", "undefined", "7", "{ receive: 7 }", "{ get receive() { throw 'x' } }"] {
      try await onBothSurfaces { page in
        try await page.open()
        _ = try await page.browser.text("window.GBGBridge = \(value); return 1")
        page.host.send(event: "host.ready", data: [:])
        let error = try await page.error()
        XCTAssertTrue(error.hasPrefix("A JavaScript exception occurred: "), error)
      }
    }
  }

  func testTheCurrentReceiveIsCalled() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      _ = try await page.browser.text(
        """
        window.GBGBridge = { postMessage: GBGBridge.postMessage, receive: GBGBridge.receive };
        Object.defineProperty(window, "GBGBridge", { value: GBGBridge, writable: false });
        return 1;
        """)
      let answer = try await page.ask("capability.query")
      XCTAssertTrue(answer.contains("success"))
    }
  }

  func testAnyValueThatReceiveThrowsIsDescribed() async throws {
    let things = ["undefined", "null", "Symbol('x')", "{ get message() { throw 1 } }", "'x'.repeat(100000)"]
    for thing in things {
      let page = GBGPage()
      try await page.open()
      _ = try await page.browser.text("GBGBridge.receive = () => { throw \(thing) }; return 1")
      page.host.send(event: "host.ready", data: [:])
      let error = try await page.error()
      XCTAssertTrue(error.hasPrefix("A JavaScript exception occurred: "), error)
      XCTAssertLessThan(error.utf8.count, 5_000)
    }
  }
}
