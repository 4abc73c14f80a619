import WebKit
import WebTestSupport
import XCTest

/// Several web views with one configuration.
@MainActor final class SharedConfigurationTests: XCTestCase {
  private let configuration = WKWebViewConfiguration()
  private let site = TestSite()
  private var controller: WKUserContentController { configuration.userContentController }

  override func setUp() async throws {
    configuration.websiteDataStore = .nonPersistent()
    configuration.setURLSchemeHandler(site, forURLScheme: TestSite.scheme)
    site["test://page.example/"] = "<body><iframe src='test://page.example/frame'></iframe>"
    site["test://page.example/frame"] = "<body>"
  }

  private func webView() async throws -> WKWebView {
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    try await load(webView)
    return webView
  }

  private func load(_ webView: WKWebView) async throws {
    let delegate = LoadDelegate()
    webView.navigationDelegate = delegate
    webView.load(URLRequest(url: try XCTUnwrap(URL(string: "test://page.example/"))))
    try await delegate.finished.next()
  }

  private final class LoadDelegate: NSObject, WKNavigationDelegate {
    let finished = Mailbox<Void>()
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finished.put(()) }
  }

  func testAMessageNamesItsWebView() async throws {
    let recorder = MessageRecorder()
    controller.add(recorder, name: "test")
    let views = [try await webView(), try await webView(), try await webView()]
    for view in views.reversed() {
      try await view.evaluateJavaScript("void webkit.messageHandlers.test.postMessage(1)")
      let message = try await recorder.messages.next()
      XCTAssertTrue(message.webView === view)
      XCTAssertTrue(message.frameInfo.webView === view)
    }
  }

  func testAddedAndRemovedHandlersAffectAllWebViews() async throws {
    controller.add(MessageRecorder(), name: "first")
    let views = [try await webView(), try await webView()]
    let recorder = MessageRecorder()
    controller.add(recorder, name: "second")
    for view in views {
      try await view.evaluateJavaScript("void webkit.messageHandlers.second.postMessage(1)")
      let message = try await recorder.messages.next()
      XCTAssertTrue(message.webView === view)
    }
    controller.removeScriptMessageHandler(forName: "second")
    for view in views {
      let kind = try await view.evaluateJavaScript("typeof webkit.messageHandlers.second") as? String
      XCTAssertEqual(kind, "undefined")
    }
  }

  func testUserScriptsRunAtTheirTimesInTheirFramesUntilTheyAreRemoved() async throws {
    let world = WKContentWorld.world(name: "scripts")
    let combinations = [WKUserScriptInjectionTime.atDocumentStart, .atDocumentEnd].flatMap { time in
      [true, false].flatMap { isMain in [WKContentWorld.page, world].map { (time, isMain, $0) } }
    }
    let recorder = MessageRecorder()
    controller.add(recorder, contentWorld: .page, name: "ran")
    controller.add(recorder, contentWorld: world, name: "ran")
    for (time, isMain, world) in combinations {
      let name = "\(time == .atDocumentStart ? "start" : "end") \(isMain ? "main" : "all") \(world.name ?? "page")"
      controller.addUserScript(
        WKUserScript(
          source: """
            webkit.messageHandlers.ran.postMessage(
              ["\(name)", document.body === null ? "before" : "after", window === top ? "top" : "sub"].join(" "));
            """, injectionTime: time, forMainFrameOnly: isMain, in: world))
    }
    let first = try await webView()
    try await assertRan(in: first, recorder)
    let second = try await webView()
    try await assertRan(in: second, recorder)
    // A script that is added now must run in the next pages of the existing web views.
    controller.removeAllUserScripts()
    controller.addUserScript(
      WKUserScript(
        source: "webkit.messageHandlers.ran.postMessage('late')", injectionTime: .atDocumentStart,
        forMainFrameOnly: true))
    for view in [first, second] {
      try await load(view)
      let message = try await recorder.messages.next()
      XCTAssertEqual(message.body as? String, "late")
      XCTAssertTrue(message.webView === view)
    }
    XCTAssertTrue(recorder.messages.isEmpty)
  }

  /// Checks that all eight scripts have run in the main frame, and four of them also in its sub-frame.
  private func assertRan(in webView: WKWebView, _ recorder: MessageRecorder) async throws {
    var bodies: [String] = []
    for _ in 0..<12 {
      let message = try await recorder.messages.next()
      XCTAssertTrue(message.webView === webView)
      XCTAssertEqual(message.frameInfo.isMainFrame, (message.body as? String)?.hasSuffix("top"))
      bodies.append(message.body as? String ?? "?")
    }
    let expected = ["start", "end"].flatMap { time in
      ["page", "scripts"].flatMap { world in
        let place = time == "start" ? "before" : "after"
        return ["main \(world) \(place) top", "all \(world) \(place) top", "all \(world) \(place) sub"]
          .map { "\(time) \($0)" }
      }
    }
    XCTAssertEqual(bodies.sorted(), expected.sorted())
  }

  func testWebsiteDataIsShared() async throws {
    let (one, other) = (try await webView(), try await webView())
    try await one.evaluateJavaScript("localStorage.shared = 'yes'")
    let value = try await other.evaluateJavaScript("localStorage.shared") as? String
    XCTAssertEqual(value, "yes")
  }

  func testReleasingAWebViewDoesNotAffectTheOthers() async throws {
    let recorder = MessageRecorder()
    controller.add(recorder, name: "test")
    var views = [try await webView(), try await webView(), try await webView()]
    while let view = views.popLast() {
      weak var released: WKWebView?
      released = consume view
      try await eventually("the web view is gone") { released == nil }
      for view in views {
        try await view.evaluateJavaScript("void webkit.messageHandlers.test.postMessage(1)")
        let message = try await recorder.messages.next()
        XCTAssertTrue(message.webView === view)
      }
    }
  }
}
