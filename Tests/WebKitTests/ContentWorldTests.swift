import WebKit
import WebTestSupport
import XCTest

/// Content worlds, scripts and message handlers, and the time from which an added script or handler has an effect.
@MainActor final class ContentWorldTests: XCTestCase {
  private let recorder = MessageRecorder()
  private let world = WKContentWorld.world(name: "tests")

  func testAWorldHasOneObjectPerName() {
    XCTAssertTrue(WKContentWorld.world(name: "a") === WKContentWorld.world(name: "a"))
    XCTAssertFalse(WKContentWorld.world(name: "a") === WKContentWorld.world(name: "b"))
    XCTAssertFalse(WKContentWorld.world(name: "client") === WKContentWorld.defaultClient)
    XCTAssertNil(WKContentWorld.page.name)
    XCTAssertNil(WKContentWorld.defaultClient.name)
    XCTAssertEqual(WKContentWorld.world(name: "a").name, "a")
  }

  func testWorldsDoNotSeeEachOthersVariables() async throws {
    let browser = Browser()
    try await browser.open("<script>var secret = 'page'</script>")
    let view = browser.webView
    try await view.evaluateJavaScript("var secret = 'world'", contentWorld: world)
    let page = try await view.evaluateJavaScript("secret", contentWorld: .page) as? String
    let client = try await view.evaluateJavaScript("typeof secret", contentWorld: .defaultClient) as? String
    let named = try await view.evaluateJavaScript("secret", contentWorld: world) as? String
    XCTAssertEqual([page, client, named], ["page", "undefined", "world"])
  }

  func testEachWorldHasItsOwnHandlerOfAName() async throws {
    let other = MessageRecorder()
    let browser = Browser {
      $0.userContentController.add(self.recorder, name: "app")
      $0.userContentController.add(other, contentWorld: self.world, name: "app")
      $0.userContentController.addUserScript(
        WKUserScript(
          source: "webkit.messageHandlers.app.postMessage('from the world')", injectionTime: .atDocumentStart,
          forMainFrameOnly: true, in: self.world))
    }
    try await browser.open("<script>webkit.messageHandlers.app.postMessage('from the page')</script>")
    let page = try await recorder.messages.next()
    let named = try await other.messages.next()
    XCTAssertEqual(page.body as? String, "from the page")
    XCTAssertTrue(page.world === WKContentWorld.page)
    XCTAssertEqual(named.body as? String, "from the world")
    XCTAssertTrue(named.world === world)
    XCTAssertTrue(recorder.messages.isEmpty && other.messages.isEmpty)
  }

  func testUserScriptsRunInOrderAndInTheirFrames() async throws {
    let browser = Browser {
      for (source, time, isMain) in [
        ("window.order = ['start ' + (document.body === null)]", WKUserScriptInjectionTime.atDocumentStart, false),
        ("window.order.push('second')", .atDocumentStart, false), ("window.order.push('main')", .atDocumentStart, true),
        ("window.order.push('end ' + (document.getElementById('last') !== null))", .atDocumentEnd, false),
      ] {
        $0.userContentController.addUserScript(
          WKUserScript(source: source, injectionTime: time, forMainFrameOnly: isMain))
      }
    }
    browser.site["test://page.example/frame"] = "<p id=last>"
    try await browser.open("<script>order.push('page')</script><iframe src='/frame'></iframe><p id=last>")
    let main = try await browser.json("return order")
    let sub = try await browser.json("return frames[0].order")
    XCTAssertEqual(main, #"["start true","second","main","page","end true"]"#)
    XCTAssertEqual(sub, #"["start true","second","end true"]"#)
    let controller = browser.webView.configuration.userContentController
    XCTAssertEqual(controller.userScripts.count, 4)
    controller.removeAllUserScripts()
    try await browser.open("<p>")
    let after = try await browser.json("return typeof order")
    XCTAssertEqual(after, "\"undefined\"")
  }

  func testAUserScriptPostsBeforeAnythingElseRuns() async throws {
    let browser = Browser {
      $0.userContentController.add(self.recorder, name: "app")
      $0.userContentController.addUserScript(
        WKUserScript(
          source: "webkit.messageHandlers.app.postMessage('early')", injectionTime: .atDocumentStart,
          forMainFrameOnly: false))
    }
    try await browser.open("<iframe srcdoc='<p>'></iframe>")
    var summaries: [String] = []
    for _ in 0..<2 { summaries.append(try await recorder.messages.next().frameInfo.summary) }
    XCTAssertEqual(summaries, ["main test://page.example", "sub test://page.example"])
  }

  func testAHandlerCanBeAddedToAWorldWithoutHandlers() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    let view = browser.webView
    let late = WKContentWorld.world(name: "late")
    view.configuration.userContentController.add(recorder, contentWorld: late, name: "app")
    try await view.evaluateJavaScript("webkit.messageHandlers.app.postMessage('hello'); 1", contentWorld: late)
    let message = try await recorder.messages.next()
    XCTAssertEqual(message.frameInfo.summary, "main test://page.example")
    XCTAssertTrue(message.world === late)
  }

  func testTwoWebViewsOfOneConfigurationShareItsController() async throws {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    let views = (0..<2).map { _ in WKWebView(frame: .zero, configuration: configuration) }
    configuration.userContentController.add(recorder, name: "app")
    for (number, view) in views.enumerated() {
      view.loadHTMLString(
        "<script>webkit.messageHandlers.app.postMessage(1)</script>", baseURL: URL(string: "https://\(number).example"))
      let message = try await recorder.messages.next()
      XCTAssertTrue(message.webView === view)
      XCTAssertEqual(message.frameInfo.securityOrigin.host, "\(number).example")
      XCTAssertTrue(view.configuration.userContentController === configuration.userContentController)
    }
  }

  func testAWebViewCopiesItsConfiguration() {
    let configuration = WKWebViewConfiguration()
    let view = WKWebView(frame: .zero, configuration: configuration)
    configuration.applicationNameForUserAgent = "Later"
    XCTAssertNil(view.configuration.applicationNameForUserAgent)
    XCTAssertTrue(view.configuration.websiteDataStore === configuration.websiteDataStore)
    XCTAssertNotNil(configuration.copy() as? WKWebViewConfiguration)
  }
}
