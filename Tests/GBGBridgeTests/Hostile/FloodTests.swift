import Causeway
import CausewayTesting
import GBGBridge
import WebTestSupport
import XCTest

/// Pages that send as many requests as they can.
@MainActor final class FloodTests: XCTestCase {
  private static let all = 100_000
  private static let open = Limits.standard.openRequests

  func testOfAHundredThousandRequestsThoseBeyondTheLimitAreBusy() async throws {
    for surface in [GBGSurface.ios, .android] {
      let page = GBGPage(surface, isObserved: false)
      var told = 0
      let delegate = Delegate()
      page.host.delegate = delegate
      delegate.onMessage = { _, _ in told += 1 }
      let states = Task { for await _ in page.host.states {} }
      try await page.open()
      let start = processorTime
      _ = try await page.browser.text(
        """
        for (let number = 0; number < \(Self.all); number += 1) {
          const message = { type: "request", correlationId: "c" + number, payload: { action: "app.ask" } };
          \(page.post("message"));
        }
        return 1;
        """)
      try await within("the BUSY responses") {
        _ = try await page.browser.text(
          "while (received.length < \(Self.all - Self.open)) await new Promise((resolve) => setTimeout(resolve)); return 1"
        )
      }
      XCTAssertEqual(page.host.pendingRequests.count, Self.open)
      XCTAssertEqual(told, Self.all)
      XCTAssertEqual(page.host.receivedMessages.count, 200)
      for request in page.host.pendingRequests { page.host.respond(to: request, status: .success) }
      XCTAssertEqual(page.host.pendingRequests, [])
      let account = try await page.browser.text(
        """
        while (received.length < \(Self.all)) await new Promise((resolve) => setTimeout(resolve));
        const ids = new Set(received.map((m) => m.correlationId));
        const busy = received.filter((m) => m.payload.error?.code === "BUSY").length;
        return [ids.size, received.length, busy, received.filter((m) => m.payload.status === "success").length].join();
        """)
      XCTAssertEqual(account, "\(Self.all),\(Self.all),\(Self.all - Self.open),\(Self.open)")
      XCTAssertLessThan(processorTime - start, .seconds(60))
      states.cancel()
    }
  }

  func testADelegateMayReadPendingRequestsAtEachMessage() {
    let bridge = Bridge()
    let host = BridgeHost(hostVersion: "1")
    let delegate = Delegate()
    delegate.onMessage = { host, message in
      if host.pendingRequests.last == message { XCTFail("The message is pending too early") }
    }
    host.delegate = delegate
    host.attach(to: bridge)
    let page = InMemoryPage(bridge)
    let packet = (0..<5_000).map {
      #"m gbg {"type":"request","correlationId":"c\#($0)","payload":{"action":"app.ask"}}"# + "\n"
    }
    let start = processorTime
    page.sendPacket(packet.joined())
    let duration = processorTime - start
    XCTAssertEqual(host.pendingRequests.map(\.correlationId), (0..<5_000).map { "c\($0)" })
    // If the host sorted all requests for each new request, this would take minutes.
    XCTAssertLessThan(duration, .seconds(20))
  }

  func testManyPendingRequestsAreDroppedQuicklyWithTheirPage() async throws {
    let bridge = Bridge()
    let host = BridgeHost(hostVersion: "1")
    host.attach(to: bridge)
    let page = InMemoryPage(bridge)
    let packet = (0..<Self.open).map {
      #"m gbg {"type":"request","correlationId":"c\#($0)","payload":{"action":"app.ask"}}"# + "\n"
    }
    page.sendPacket(packet.joined())
    XCTAssertEqual(host.pendingRequests.count, Self.open)
    let start = processorTime
    page.close()
    let duration = processorTime - start
    XCTAssertEqual(host.pendingRequests, [])
    // If the removal of one request moved all other requests, this would take minutes.
    XCTAssertLessThan(duration, .seconds(5))
  }
}
