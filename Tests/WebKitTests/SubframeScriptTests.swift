import WebKit
import WebTestSupport
import XCTest

/// Scripts that the app runs in the frame of a message.
@MainActor final class SubframeScriptTests: XCTestCase {
  private let recorder = MessageRecorder()
  private let world = WKContentWorld.world(name: "tests")

  private func browser() -> Browser {
    Browser {
      $0.userContentController.add(self.recorder, name: "app")
      $0.userContentController.add(self.recorder, contentWorld: self.world, name: "app")
    }
  }

  /// Opens a page at `test://page.example/` with a frame at a URL, and returns the frame.
  private func frame(_ html: String, at url: String, _ attributes: String = "", in browser: Browser) async throws
    -> WKFrameInfo
  {
    browser.site[url] = html + "<script>webkit.messageHandlers.app.postMessage('here')</script>"
    try await browser.open("<body><script>var where = 'main'</script><iframe \(attributes) src='\(url)'></iframe>")
    return try await recorder.messages.next().frameInfo
  }

  func testAScriptRunsInItsFrame() async throws {
    let browser = browser()
    let frame = try await frame("<script>var where = 'sub'</script>", at: "test://other.example/", in: browser)
    XCTAssertEqual(frame.summary, "sub test://other.example")
    let view = browser.webView
    let place = try await view.evaluateJavaScript("where + ' ' + origin", in: frame, contentWorld: .page) as? String
    XCTAssertEqual(place, "sub test://other.example")
    let sum = try await view.callAsyncJavaScript(
      "return JSON.stringify([await Promise.resolve(a + b.c[0]), d, e, f.getTime()])",
      arguments: ["a": 1, "b": ["c": [2]], "d": true, "e": NSNull(), "f": Date(timeIntervalSince1970: 3)], in: frame,
      contentWorld: .page)
    XCTAssertEqual(sum as? String, "[3,true,null,3000]")
  }

  func testAScriptRunsInItsContentWorld() async throws {
    let browser = browser()
    let frame = try await frame("<script>var where = 'sub'</script>", at: "test://other.example/", in: browser)
    let kind = try await browser.webView.evaluateJavaScript("typeof where", in: frame, contentWorld: world)
    XCTAssertEqual(kind as? String, "undefined")
  }

  func testAnUndefinedResultIsNil() async throws {
    let browser = browser()
    let frame = try await frame("", at: "test://other.example/", in: browser)
    let value = try await browser.webView.evaluateJavaScript("void 0", in: frame, contentWorld: .page)
    XCTAssertNil(value)
  }

  func testAnExceptionIsReported() async throws {
    let browser = browser()
    let frame = try await frame("", at: "test://other.example/", in: browser)
    await assertError(.javaScriptExceptionOccurred, "RangeError: no") {
      try await browser.webView.evaluateJavaScript("throw new RangeError('no')", in: frame, contentWorld: .page)
    }
    await assertError(.javaScriptExceptionOccurred, "RangeError: no") {
      try await browser.webView.callAsyncJavaScript("throw new RangeError('no')", in: frame, contentWorld: .page)
    }
    await assertError(.javaScriptResultTypeIsUnsupported) {
      try await browser.webView.evaluateJavaScript("document", in: frame, contentWorld: .page)
    }
  }

  func testAPolicyAgainstEvalIsReported() async throws {
    let browser = browser()
    let policy = "<meta http-equiv='Content-Security-Policy' content=\"script-src 'unsafe-inline'\">"
    let frame = try await frame(policy, at: "test://other.example/", in: browser)
    await assertError(.javaScriptExceptionOccurred, "Content-Security-Policy") {
      try await browser.webView.evaluateJavaScript("1", in: frame, contentWorld: .page)
    }
  }

  func testARemovedFrameIsRefused() async throws {
    let browser = browser()
    let frame = try await frame("", at: "test://other.example/", in: browser)
    let call = Task {
      try await browser.webView.callAsyncJavaScript(
        "await new Promise((resolve) => { window.end = resolve })", in: frame, contentWorld: .page) as? Int
    }
    _ = try await browser.webView.evaluateJavaScript("1", in: frame, contentWorld: .page)
    try await browser.run("document.querySelector('iframe').remove()")
    await assertError(.javaScriptExceptionOccurred, "ended before") { try await call.value }
    await assertError(.javaScriptInvalidFrameTarget) {
      try await browser.webView.evaluateJavaScript("1", in: frame, contentWorld: .page)
    }
  }

  func testTheMainFrameOfAPageThatWasLeftIsRefused() async throws {
    let browser = browser()
    try await browser.open("<script>webkit.messageHandlers.app.postMessage(1)</script>")
    let frame = try await recorder.messages.next().frameInfo
    let one = try await browser.webView.evaluateJavaScript("1", in: frame, contentWorld: .page) as? Int
    XCTAssertEqual(one, 1)
    try await browser.open("<p>")
    await assertError(.javaScriptInvalidFrameTarget) {
      try await browser.webView.evaluateJavaScript("1", in: frame, contentWorld: .page)
    }
  }
}
