import Causeway
import TodayWebViewBridge
import WebKit
import WebTestSupport
import XCTest

/// Tests that a page that changes the JavaScript built-ins under the channel breaks only its own copies, on every
/// surface.
@MainActor final class LanguageTests: XCTestCase {
  /// An attack that defines functions under every name that a channel reads of a message, an answer, a descriptor or an
  /// event's options, and replaces the built-ins that the channel uses.
  private let attack = """
    const { defineProperty, getPrototypeOf } = Reflect;
    const nothing = () => { throw new TypeError("trapped"); };
    const replace = (object, name) => defineProperty(object, name, { __proto__: null, value: nothing, configurable: true });
    for (const name of ["apply", "defineProperty", "setPrototypeOf"]) replace(Reflect, name);
    for (const name of ["parse", "stringify"]) replace(JSON, name);
    for (const name of ["slice", "indexOf"]) replace(String.prototype, name);
    for (const name of ["call", "apply", "bind"]) replace(Function.prototype, name);
    for (const name of ["dispatchEvent", "addEventListener"]) replace(EventTarget.prototype, name);
    replace(Array, "isArray");
    for (const name of ["get", "set", "value", "error", "result", "id", "gone", "message", "ports", "data", "0", "1", "toJSON"]) {
      if (name !== "toJSON") replace(Object.prototype, name);
    }
    for (const name of ["Error", "Promise", "String", "Object", "MessageEvent"]) replace(window, name);
    """

  /// A script that posts again each time that the test empties the title.
  private let probe = """
    const { apply, defineProperty } = Reflect;
    const { then } = Promise.prototype;
    const { stringify } = JSON;
    const NativeError = Error;
    window.post = (channel, message) => {
      const promise = channel.postMessage(message);
      defineProperty(promise, "constructor", { __proto__: null, value: undefined });
      apply(then, promise, [
        (value) => { document.title = value === undefined ? "undefined" : stringify(value); },
        (error) => { document.title = "rejected " + (error instanceof NativeError); },
      ]);
    };
    """

  private func post(_ message: String, _ page: TodayPage, channel: String) async throws -> String {
    // An asynchronous function is not possible here, because the engine's calls of such functions depend on the
    // built-ins that the page changes.
    let view = page.browser.webView
    _ = try await view.evaluateJavaScript("document.title = ''; post(\(channel), \(message)); 1")
    return try await within("an answer to \(message)") {
      let title = try await view.callAsyncJavaScript(
        "while (!document.title) await new Promise((resolve) => setTimeout(resolve)); return document.title",
        contentWorld: .world(name: "reader"))
      return title as? String ?? "no title"
    }
  }

  func testAPageThatReplacesBuiltInsGetsItsAnswers() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open(
        "<head></head><body><script>{ \(probe) } window.kept = \(page.channel()); { \(attack) }</script>")
      let headers = try await post("{ type: 'headers' }", page, channel: "kept")
      XCTAssertEqual(headers, "{\"X-Session\":\"\(TestApp.headerValue)\"}")
      let token = try await post("{ type: 'refreshToken' }", page, channel: "kept")
      XCTAssertEqual(token, "{\"authorization\":\"Bearer \(TestApp.freshToken)\"}")
      let track = try await post("{ type: 'track', ename: 'x' }", page, channel: "kept")
      XCTAssertEqual(track, "undefined")
      XCTAssertEqual(page.app.events.map(\.name), ["x"])
    }
  }

  func testAPageThatReplacesBuiltInsGetsTheEmptyAnswersWhenTheAppIsGone() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open(
        "<head></head><body><script>{ \(probe) } window.kept = \(page.channel()); { \(attack) }</script>")
      page.host.conversation(with: page.browser.webView)?.close()
      let token = try await post("{ type: 'refreshToken' }", page, channel: "kept")
      XCTAssertEqual(token, "rejected true")
      let headers = try await post("{ type: 'headers' }", page, channel: "kept")
      XCTAssertEqual(headers, "{}")
    }
  }
}
