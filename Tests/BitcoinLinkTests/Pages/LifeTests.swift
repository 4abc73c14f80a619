import BitcoinLink
import Causeway
import WebTestSupport
import XCTest

/// Pages and apps that go away while a request is open. The protocol does not define this case (docs/link-rules.md).
@MainActor final class LifeTests: XCTestCase {
  /// Begins a request, and waits until its prompt is open.
  private func ask(_ page: LinkPage, _ gate: Gate, in frame: SubFrame? = nil) async throws {
    page.wallet.decision = {
      await gate.pass()
      return true
    }
    try await page.start("sendAssets", Valid.send, in: frame)
    try await eventually("the prompt") { gate.count == 1 }
    XCTAssertEqual(page.wallet.withdrawn, 0)
  }

  /// Approves a prompt that was withdrawn. The approval must have no effect on this page or on the next page.
  private func clickTooLate(_ page: LinkPage, _ gate: Gate) async throws {
    try await eventually("the withdrawal") { page.wallet.withdrawn == 1 }
    gate.open()
    let next = try await page.call("getInfo")
    XCTAssertTrue(next.contains("version"), next)
    XCTAssertEqual(page.wallet.calls, ["approve", "getInfo"])
    let replies = try await page.browser.text("return link.replies.length + ' ' + window.told")
    XCTAssertEqual(replies, "1 undefined")
    XCTAssertEqual(page.replies.map { $0.failure?.prefix(13) }, ["DOCUMENT_GONE", nil])
  }

  func testNavigationWithdrawsThePrompt() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      try await ask(page, gate)
      try await page.browser.open("<body>", at: "test://page.example/next")
      try await clickTooLate(page, gate)
    }
  }

  func testReloadingWithdrawsThePrompt() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      try await ask(page, gate)
      try await page.browser.load("test://page.example/")
      try await clickTooLate(page, gate)
    }
  }

  func testRemovingTheFrameWithdrawsItsPrompt() async throws {
    try await onSurfaces(with: [.sameOrigin]) { page in
      let gate = Gate()
      try await ask(page, gate, in: .sameOrigin)
      _ = try await page.browser.text("document.getElementById('sameOrigin').remove()")
      try await clickTooLate(page, gate)
    }
  }

  /// The frame stops `pagehide` and `unload` before the other scripts of its content world receive them.
  func testRemovingAFrameThatStopsItsUnloadEventsWithdrawsItsPrompt() async throws {
    try await onSurfaces(with: [.sameOrigin]) { page in
      let gate = Gate()
      try await ask(page, gate, in: .sameOrigin)
      _ = try await page.browser.text(
        """
        for (const name of ["pagehide", "unload"]) {
          addEventListener(name, (event) => event.stopImmediatePropagation(), true);
        }
        return 1;
        """, in: .sameOrigin)
      _ = try await page.browser.text("document.getElementById('sameOrigin').remove()")
      try await clickTooLate(page, gate)
    }
  }

  #if os(Linux)
  func testTheEndOfTheWebProcessWithdrawsThePrompt() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      try await ask(page, gate)
      page.browser.webView.terminateWebProcess()
      try await eventually("the end of the document") { page.bridge.frames.isEmpty }
      try await page.browser.open("<body>")
      try await clickTooLate(page, gate)
    }
  }
  #endif

  /// The wallet was executing the command when the user left the page. No page may get the result.
  func testALateAnswerNeverReachesTheNextPage() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      page.wallet.sendWork = { _ in
        await gate.pass()
        return .init(txid: "late")
      }
      try await page.start("sendAssets", Valid.send)
      try await eventually("the payment") { gate.count == 1 }
      try await page.browser.open("<body>", at: "test://page.example/next")
      // The new page uses the id of the old page's request.
      let answer = try await page.begin("sendAssets", Valid.send)
      try await eventually("the second payment") { gate.count == 2 }
      page.wallet.sendWork = { _ in .init(txid: "other") }
      gate.open()
      let told = try await answer.value
      XCTAssertEqual(told, "{\"txid\":\"late\"}")
      let replies = try await page.browser.text("return link.replies.length")
      XCTAssertEqual(replies, "1")
      XCTAssertEqual(page.wallet.prompts.count, 2)
    }
  }

  func testNavigationCancelsTheTaskOfTheCommand() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      var wasCancelled: Bool?
      page.wallet.sendWork = { _ in
        await gate.pass()
        wasCancelled = Task.isCancelled
        throw CancellationError()
      }
      try await page.start("sendAssets", Valid.send)
      try await eventually("the payment") { gate.count == 1 }
      try await page.browser.open("<body>", at: "test://page.example/next")
      gate.open()
      try await eventually("the end of the payment") { wasCancelled != nil }
      XCTAssertEqual(wasCancelled, true)
    }
  }

  func testOpenRequestsAreDeniedWhenTheConversationCloses() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      page.wallet.decision = {
        await gate.pass()
        return true
      }
      let answer = try await page.begin("sendAssets", Valid.send)
      try await eventually("the prompt") { gate.count == 1 }
      page.host.conversation(with: page.browser.webView)?.close()
      let told = try await answer.value
      XCTAssertTrue(told.hasPrefix("rejected {\"type\":\"CONNECTION_DENIED\",\"description\":\""), told)
      gate.open()
      XCTAssertEqual(page.wallet.withdrawn, 1)
      XCTAssertEqual(page.wallet.calls, ["approve"])
    }
  }

  /// After the close, the client finds no wallet on Android, and its request is refused on iOS.
  func testRequestsAreRefusedAfterTheConversationCloses() async throws {
    try await onSurfaces { page in
      page.host.conversation(with: page.browser.webView)?.close()
      for _ in 0..<2 { _ = try await page.call("getInfo") }
      let told = try await page.call("getInfo")
      let type = page.surface == .ios ? "CONNECTION_DENIED" : "NO_PROVIDER"
      XCTAssertTrue(told.hasPrefix("rejected {\"type\":\"\(type)\",\"description\":\""), told)
    }
  }

  func testAReplyToAPageWithoutReceiveMessageIsLogged() async throws {
    for surface in LinkSurface.allCases {
      let page = LinkPage(surface)
      var lines: [String] = []
      page.bridge.log = { lines.append($0) }
      try await page.browser.open("<body>")
      for loss in ["_bitcoinWalletApi.receiveMessage", "window._bitcoinWalletApi"] {
        let before = page.thrown.count
        _ = try await page.browser.text(
          """
          const entry = _bitcoinWalletApi.messageHandler ?? webkit.messageHandlers.sendMessageHandler.postMessage;
          delete \(loss);
          entry({ messageId: "m", command: "getInfo" });
          """)
        try await eventually("the page's error") { page.thrown.count > before }
        XCTAssertEqual(lines.last?.contains("threw while it received a message"), true, "\(lines)")
      }
      try await page.browser.open("<body>")
      let told = try await page.call("getInfo")
      XCTAssertTrue(told.contains("version"), told)
    }
  }
}
