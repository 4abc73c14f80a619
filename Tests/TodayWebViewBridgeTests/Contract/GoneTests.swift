import Causeway
import WebKit
import WebTestSupport
import XCTest

@testable import TodayWebViewBridge

/// Tests of an app's side that goes away while the page stays: the page gets the contract's empty answers, on every
/// surface.
@MainActor final class GoneTests: XCTestCase {
  private let messages = TodayCapability.all.map(\.name) + ["next"]

  private func check(_ answers: [String], _ surface: TodaySurface) {
    XCTAssertEqual(answers.count, messages.count)
    for (name, answer) in zip(messages, answers) {
      switch TodayCapability.all.first(where: { $0.name == name })?.fallback {
      case .resolve(let value?): XCTAssertEqual(answer, value.json, "\(name), \(surface)")
      case .reject:
        XCTAssertTrue(answer.hasPrefix("rejected Error: ") && answer.count > 20, "\(name), \(surface): \(answer)")
      case .resolve(nil), nil: XCTAssertEqual(answer, "undefined", "\(name), \(surface)")
      }
    }
  }

  func testRequestsAfterTheAppDetachedGetTheEmptyAnswers() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body>")
      let before = try await page.post("{ type: 'headers' }")
      XCTAssertNotEqual(before, "{}")
      // Without any handler the engine removes its own namespace, but an object that the page has kept still exists.
      try await page.browser.run("window.kept = \(page.channel())")
      page.host.detach(from: page.browser.webView.configuration.userContentController)
      var told: [String] = []
      for type in messages {
        told.append(
          try await page.browser.text(
            """
            return await window.kept.postMessage({ type: '\(type)', ename: 'x' })
              .then((v) => v === undefined ? 'undefined' : JSON.stringify(v), (e) => 'rejected ' + e);
            """))
      }
      check(told, surface)
    }
  }

  func testSubFramesGetUndefinedAfterTheAppDetached() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      let frames: [SubFrame] = [.crossOrigin, .sameOrigin]
      try await page.browser.open(with: frames)
      for frame in frames {
        _ = try await page.browser.text("window.kept = \(page.channel()); return ''", in: frame)
      }
      page.host.detach(from: page.browser.webView.configuration.userContentController)
      for frame in frames {
        for type in messages {
          let told = try await page.browser.text(
            """
            return await window.kept.postMessage({ type: '\(type)', ename: 'x' })
              .then((v) => v === undefined ? 'undefined' : JSON.stringify(v), (e) => 'rejected ' + e);
            """, in: frame)
          XCTAssertEqual(told, "undefined", "\(surface), \(frame): \(type)")
        }
      }
    }
  }

  func testOpenRequestsGetTheEmptyAnswersWhenTheConversationCloses() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      let gate = Gate()
      page.app.headerWork = {
        await gate.pass()
        return [:]
      }
      page.app.refreshWork = {
        await gate.pass()
        return TodayToken(bearer: "late")
      }
      try await page.browser.open("<body>")
      let headers = try await page.begin("{ type: 'headers' }")
      let token = try await page.begin("{ type: 'refreshToken' }")
      try await eventually("the handlers") { gate.count == 2 }
      page.host.conversation(with: page.browser.webView)?.close()
      let told = try await [headers.value, token.value]
      XCTAssertEqual(told[0], "{}")
      XCTAssertTrue(told[1].hasPrefix("rejected Error: "), told[1])
      gate.open()
    }
  }

  func testEventsThatThePageDispatchesItselfHaveNoEffect() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body>")
      try await page.browser.run(
        """
        for (const name of ["pagehide", "unload"]) dispatchEvent(new Event(name));
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
        """)
      let told = try await page.post("{ type: 'refreshToken' }")
      XCTAssertTrue(told.contains("authorization"), told)
    }
  }

  func testTooDeeplyNestedMessagesResolveUndefined() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body>")
      let deep = "(() => { let v = 1; for (let i = 0; i < 600; i += 1) v = [v]; return v; })()"
      for message in ["[\(deep)]", "{ 0: \(deep), type: 'track' }", "{ type: 'track', parameters: { a: \(deep) } }"] {
        let told = try await page.post(message)
        XCTAssertEqual(told, "undefined", "\(surface): \(message)")
      }
    }
  }

  func testAFloodOfOneOriginDoesNotBlockOtherFrames() async throws {
    let page = TodayPage()
    try await page.browser.open(with: [.crossOrigin, .sameOrigin])
    _ = try await page.browser.text(
      """
      const post = (name) => webkit.messageHandlers.causeway.postMessage(name + "+" + name + name).catch(() => 0);
      for (let i = 0; i < 600; i += 1) post(i.toString(16).padStart(32, "0"));
      return 1;
      """, in: .crossOrigin)
    let told = try await page.post("{ type: 'track', ename: 'x' }", in: .sameOrigin)
    XCTAssertEqual(told, "undefined")
    let events = page.app.events.map(\.name)
    XCTAssertEqual(events, ["x"])
  }
}
