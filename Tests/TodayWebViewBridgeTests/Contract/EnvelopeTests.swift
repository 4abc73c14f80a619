import TodayWebViewBridge
import WebTestSupport
import XCTest

/// The rules of the Today contract's message-envelope page.
@MainActor final class EnvelopeTests: XCTestCase {
  private func onEverySurface(_ test: (TodayPage) async throws -> Void) async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body>")
      try await test(page)
    }
  }

  func testPostMessageReturnsAPromise() async throws {
    try await onEverySurface { page in
      let told = try await page.browser.text(
        "return \(page.channel()).postMessage({ type: 'track' }) instanceof Promise")
      XCTAssertEqual(told, "true")
    }
  }

  func testDispatchIsOnTypeAlone() async throws {
    try await onEverySurface { page in
      let answer = try await page.post(
        "{ type: 'headers', name: 'track', capability: 'refreshToken', id: 'x', ename: 'e' }")
      XCTAssertEqual(answer, "{\"X-Session\":\"\(TestApp.headerValue)\"}")
      XCTAssertTrue(page.app.events.isEmpty)
      XCTAssertEqual(page.app.refreshes, 0)
    }
  }

  func testTypeIsRequiredAndAString() async throws {
    try await onEverySurface { page in
      for message in [
        "{}", "{ type: 1 }", "{ type: null }", "{ type: ['headers'] }", "{ type: { headers: 1 } }", "{ type: '' }",
      ] {
        let answer = try await page.post(message)
        XCTAssertEqual(answer, "undefined", message)
      }
    }
  }

  func testUnknownFieldsAreIgnored() async throws {
    try await onEverySurface { page in
      let answer = try await page.post(
        "{ type: 'refreshToken', more: { a: [1] }, version: 9, id: 4, error: 'x', result: 'y' }")
      XCTAssertEqual(answer, "{\"authorization\":\"Bearer \(TestApp.freshToken)\"}")
    }
  }

  func testFieldsLieFlatBesideType() async throws {
    try await onEverySurface { page in
      _ = try await page.post("{ type: 'track', ename: 'flat', parameters: { a: 1 } }")
      _ = try await page.post("{ type: 'track', parameters: { ename: 'nested' } }")
      _ = try await page.post("{ type: 'track', data: { ename: 'nested' } }")
      XCTAssertEqual(page.app.events.map(\.name), ["flat"])
      XCTAssertEqual(page.app.events.first?.properties["a"], 1)
    }
  }

  func testTheReplyIsTheBareResult() async throws {
    try await onEverySurface { page in
      let token = try await page.post("{ type: 'refreshToken' }")
      let session = try await page.post("{ type: 'establishSession' }")
      XCTAssertEqual(token, "{\"authorization\":\"Bearer \(TestApp.freshToken)\"}")
      XCTAssertEqual(session, "{\"ok\":true}")
    }
  }

  func testErrorsTravelOutOfBandAsOneString() async throws {
    try await onEverySurface { page in
      page.app.refreshWork = { throw SignedOut() }
      let told = try await page.browser.text(
        """
        try { return "resolved " + await \(page.channel()).postMessage({ type: 'refreshToken' }); }
        catch (error) { return JSON.stringify([error instanceof Error, typeof error.message, error.message]); }
        """)
      XCTAssertEqual(told, "[true,\"string\",\"You are signed out.\"]")
    }
  }

  func testAnUnknownTypeResolvesUndefined() async throws {
    try await onEverySurface { page in
      for type in ["later", "Track", "headers ", "__proto__", "constructor", "toString"] {
        let answer = try await page.post("{ type: '\(type)' }")
        XCTAssertEqual(answer, "undefined", type)
      }
    }
  }

  func testAMissingTypeDoesNotReject() async throws {
    try await onEverySurface { page in
      for message in [
        "undefined", "null", "0", "true", "'headers'", "[]", "['headers']", "[{ type: 'headers' }]", "new Map()",
      ] {
        let answer = try await page.post(message)
        XCTAssertEqual(answer, "undefined", message)
      }
    }
  }

  func testEachPostMessageSettlesExactlyOnce() async throws {
    try await onEverySurface { page in
      page.app.refreshWork = { throw SignedOut() }
      let told = try await page.browser.text(
        """
        const messages = [];
        for (let place = 0; place < 50; place += 1) {
          for (const type of ["track", "headers", "refreshToken", "establishSession", "unknown"]) messages.push({ type, ename: "e" });
          messages.push(null);
        }
        let settlements = 0;
        await Promise.all(messages.map((message) =>
          \(page.channel()).postMessage(message).then(() => { settlements += 1; }, () => { settlements += 1; })));
        return settlements;
        """)
      XCTAssertEqual(told, "300")
      XCTAssertEqual(page.requests.count, 300)
      XCTAssertEqual(page.replies.compactMap(\.call).sorted(), page.requests.compactMap(\.call).sorted())
      XCTAssertEqual(Set(page.replies.compactMap(\.call)).count, 300)
    }
  }

  func testRepliesMayComeOutOfOrder() async throws {
    try await onEverySurface { page in
      let gate = Gate()
      page.app.headerWork = {
        await gate.pass()
        return ["X": "slow"]
      }
      let slow = try await page.begin("{ type: 'headers' }")
      let quick = try await page.post("{ type: 'refreshToken' }")
      XCTAssertEqual(quick, "{\"authorization\":\"Bearer \(TestApp.freshToken)\"}")
      gate.open()
      let late = try await slow.value
      XCTAssertEqual(late, "{\"X\":\"slow\"}")
    }
  }

  func testRepliesArePairedWithoutCorrelationIds() async throws {
    try await onEverySurface { page in
      let told = try await page.browser.text(
        """
        const { postMessage } = \(page.channel());
        const message = { type: "headers", id: 1 };
        const all = await Promise.all([
          \(page.channel()).postMessage(message), \(page.channel()).postMessage({ type: "refreshToken", id: 1 }),
          \(page.channel()).postMessage({ type: "establishSession", id: 1 }),
        ]);
        return JSON.stringify([all.map((value) => Object.keys(value)[0]), message]);
        """)
      XCTAssertEqual(told, "[[\"X-Session\",\"authorization\",\"ok\"],{\"type\":\"headers\",\"id\":1}]")
    }
  }

  func testSendingTheSameMessageAgainIsSafe() async throws {
    try await onEverySurface { page in
      let told = try await page.browser.text(
        """
        const message = Object.freeze({ type: "headers" });
        const answers = [];
        for (let time = 0; time < 5; time += 1) answers.push(JSON.stringify(await \(page.channel()).postMessage(message)));
        return new Set(answers).size + " " + answers.length;
        """)
      XCTAssertEqual(told, "1 5")
      XCTAssertEqual(page.replies.count, 5)
    }
  }
}
