import CausewayWebKit
import Foundation
import GBGBridge
import WebKit
import WebTestSupport
import XCTest

/// In the published Swift API, `BridgeHost` is a `WKScriptMessageHandler`. The documentation does not say how a host
/// handles messages if an app adds it as a handler itself, so that behavior is our decision (docs/gbg-rules.md).
@MainActor final class MessageHandlerTests: XCTestCase {
  private let host = BridgeHost(hostVersion: "1.0.0")

  /// Opens a page whose app added the host as a handler, and also attached it if `isAttached`.
  private func open(_ name: String, isAttached: Bool = true, with frames: [SubFrame] = []) async throws -> Browser {
    let browser = Browser { [host] in $0.userContentController.add(host, name: name) }
    if isAttached { host.attach(browser.webView) }
    try await browser.open(with: frames)
    // If the host is not attached, the page has no bridge script and creates the object itself.
    try await browser.run("window.GBGBridge ??= {};\n" + GBGPage.script)
    return browser
  }

  private func post(_ name: String, _ message: String) -> String {
    "webkit.messageHandlers.\(name).postMessage(\(message))"
  }

  func testAMessageToAHandlerOfTheAppIsServed() async throws {
    let browser = try await open("journey")
    let message = GBGPage.request("capability.query", id: "c1")
    for body in [message, "JSON.stringify(\(message))"] {
      try await browser.run("received.length = 0; \(post("journey", body))")
      let answer = try await browser.text("return JSON.stringify((await final('c1')).payload)")
      XCTAssertEqual(
        answer,
        #"{"action":"capability.query","status":"success","data":{"capabilities":{},"hostVersion":"1.0.0"}}"#)
    }
    XCTAssertEqual(host.receivedMessages.count, 2)
    XCTAssertNil(host.lastError)
  }

  func testAHandlerWithTheBridgesNameAnswersOnce() async throws {
    let browser = try await open("gbgBridge")
    try await browser.run(post("gbgBridge", GBGPage.request("capability.query", id: "c1")))
    try await browser.run(post("gbgBridge", GBGPage.request("capability.query", id: "c2")))
    let answers = try await browser.text("await final('c2'); return received.map((m) => m.correlationId).join()")
    XCTAssertEqual(answers, "c1,c2")
    XCTAssertEqual(host.receivedMessages.count, 2)
  }

  func testAMalformedBodySetsLastError() async throws {
    let browser = try await open("journey")
    try await browser.run(post("journey", "{ type: 'request', payload: {} }"))
    try await eventually("an error") { host.lastError != nil }
    XCTAssertEqual(host.lastError?.contains("\"correlationId\" is missing"), true, host.lastError ?? "")
    try await browser.run(post("journey", "new Date(0)"))
    let said = "The message handler \"journey\" received a body that JSON cannot express."
    try await eventually("another error") { host.lastError == said }
    XCTAssertEqual(host.receivedMessages, [])
  }

  func testASubFrameIsNotServed() async throws {
    for frame in SubFrame.allCases {
      let browser = try await open("journey", with: [frame])
      _ = try await browser.text(post("journey", GBGPage.request("capability.query", id: "c1")), in: frame)
      let said = "The message handler \"journey\" received a message that is not from the page's main frame."
      try await eventually("an error") { host.lastError == said }
      XCTAssertEqual(host.receivedMessages, [], "\(frame)")
    }
  }

  func testAPageOfADetachedWebViewIsNotServed() async throws {
    let browser = try await open("gbgBridge", isAttached: false)
    try await browser.run(post("gbgBridge", GBGPage.request("capability.query", id: "c1")))
    try await eventually("an error") { host.lastError == "WebView not attached" }
    XCTAssertEqual(host.receivedMessages, [])
  }

  func testTheErrorForAPageThatWasLoadedTooEarlySaysWhatToDo() async throws {
    let browser = try await open("gbgBridge", isAttached: false)
    host.attach(browser.webView)
    try await browser.run(post("gbgBridge", GBGPage.request("capability.query", id: "c1")))
    try await eventually("an error") { host.lastError != nil }
    XCTAssertEqual(
      host.lastError,
      "The message handler \"gbgBridge\" received a message from a page that was loaded before the host was attached. "
        + "Call BridgeWebViewConfigurator.configure(_:host:) before the page is loaded.")
    // The host is attached now, so the next page must have a working bridge.
    try await browser.open("<body>")
    try await browser.run(GBGPage.script)
    try await browser.run(post("gbgBridge", GBGPage.request("capability.query", id: "c2")))
    let answer = try await browser.text("return (await final('c2')).payload.status")
    XCTAssertEqual(answer, "success")
  }
}
