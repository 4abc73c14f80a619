import WebKit
import WebTestSupport
import XCTest

/// Members that an app overrides, mostly in its tests: web views that load nothing, and the app's own messages and
/// actions.
@MainActor final class OverridingTests: XCTestCase {
  private final class Recorder: WKWebView {
    var calls: [String] = []
    override var url: URL? { URL(string: "https://recorder.example/") }

    override func load(_ request: URLRequest) -> WKNavigation? { record("load") }
    override func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? { record("file") }
    override func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? { record("html") }
    override func load(
      _ data: Data, mimeType: String, characterEncodingName: String, baseURL: URL
    ) -> WKNavigation? { record("data") }
    override func reload() -> WKNavigation? { record("reload") }
    override func reloadFromOrigin() -> WKNavigation? { record("origin") }
    override func goBack() -> WKNavigation? { record("back") }
    override func goForward() -> WKNavigation? { record("forward") }
    override func stopLoading() { record("stop") }

    @discardableResult
    private func record(_ call: String) -> WKNavigation? {
      calls.append(call)
      return nil
    }
  }

  func testASubclassCanOverrideTheLoads() throws {
    let recorder = Recorder()
    let view: WKWebView = recorder
    let url = try XCTUnwrap(view.url)
    view.load(URLRequest(url: url))
    view.loadFileURL(URL(fileURLWithPath: "/"), allowingReadAccessTo: URL(fileURLWithPath: "/"))
    view.loadHTMLString("", baseURL: nil)
    view.load(Data(), mimeType: "text/html", characterEncodingName: "UTF-8", baseURL: url)
    view.reload()
    view.reloadFromOrigin()
    view.goBack()
    view.goForward()
    view.stopLoading()
    XCTAssertEqual(recorder.calls, ["load", "file", "html", "data", "reload", "origin", "back", "forward", "stop"])
    XCTAssertFalse(view.isLoading)
  }

  func testAWebViewCanBeCreatedWithoutArguments() {
    XCTAssertEqual(WKWebView().frame, .zero)
    let frame = CGRect(x: 0, y: 0, width: 30, height: 20)
    XCTAssertEqual(WKWebView(frame: frame).frame, frame)
    XCTAssertTrue(WKWebView().configuration.userContentController.userScripts.isEmpty)
  }

  // MARK: Scripts

  private class Scripted: WKWebView {
    var scripts: [String] = []
  }

  private final class WithHandler: Scripted {
    override func evaluateJavaScript(
      _ javaScriptString: String, completionHandler: (@MainActor (Any?, (any Error)?) -> Void)? = nil
    ) {
      scripts.append(javaScriptString)
      super.evaluateJavaScript(javaScriptString, completionHandler: completionHandler)
    }
  }

  private final class Async: Scripted {
    override func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? {
      scripts.append(javaScriptString)
      return try await super.evaluateJavaScript(javaScriptString)
    }
  }

  private func expectBothFormsOnce(of view: Scripted) async throws {
    let value = try await view.evaluateJavaScript("1 + 1")
    XCTAssertEqual(value as? Int, 2)
    let answer = await withCheckedContinuation { continuation in
      view.evaluateJavaScript("2 + 2") { value, error in
        XCTAssertNil(error)
        continuation.resume(returning: value as? Int)
      }
    }
    XCTAssertEqual(answer, 4)
    let isUndefined = await withCheckedContinuation { continuation in
      view.evaluateJavaScript("undefined") { value, error in
        continuation.resume(returning: value == nil && error == nil)
      }
    }
    XCTAssertTrue(isUndefined)
    let code = await withCheckedContinuation { continuation in
      view.evaluateJavaScript("missing.name") { value, error in
        continuation.resume(returning: (error as? WKError)?.code)
      }
    }
    XCTAssertEqual(code, .javaScriptExceptionOccurred)
    XCTAssertEqual(view.scripts, ["1 + 1", "2 + 2", "undefined", "missing.name"])
  }

  func testAnOverriddenMethodWithAHandlerGetsTheCallsOfBothForms() async throws {
    try await expectBothFormsOnce(of: WithHandler())
  }

  func testAnOverriddenAsynchronousMethodGetsTheCallsOfBothForms() async throws {
    try await expectBothFormsOnce(of: Async())
  }

  func testScriptsStartInTheOrderOfTheCalls() async throws {
    for view in [WKWebView(), Async(), WithHandler()] {
      view.evaluateJavaScript("window.first = 1", completionHandler: nil)
      let first = try await view.callAsyncJavaScript("return first", contentWorld: .page)
      XCTAssertEqual(first as? Int, 1)
    }
  }

  // MARK: The app's own objects

  private final class Frame: WKFrameInfo {
    override var isMainFrame: Bool { true }
  }

  private final class Message: WKScriptMessage {
    private let given: Any
    override var body: Any { given }
    override var name: String { "name" }
    override var frameInfo: WKFrameInfo { Frame() }

    init(_ body: Any) { given = body }
  }

  private final class Action: WKNavigationAction {
    private let given: URLRequest
    override var request: URLRequest { given }
    override var navigationType: WKNavigationType { .linkActivated }

    init(_ url: URL) {
      given = URLRequest(url: url)
      super.init()
    }
  }

  private final class Response: WKNavigationResponse {
    override var canShowMIMEType: Bool { false }
  }

  func testATestCanCreateMessagesAndActions() async throws {
    let message = Message(["key": 1])
    XCTAssertEqual((message.body as? [String: Any])?["key"] as? Int, 1)
    XCTAssertTrue(message.frameInfo.isMainFrame)
    XCTAssertNil(message.webView)
    let url = try XCTUnwrap(URL(string: "https://link.example/"))
    XCTAssertEqual(Action(url).request.url, url)
    let browser = Browser()
    let policy = await browser.webView(browser.webView, decidePolicyFor: Response())
    XCTAssertEqual(policy, .cancel)
  }

  func testMembersThatATestDoesNotOverrideAreEmpty() {
    let message = WKScriptMessage()
    XCTAssertEqual(String(describing: message.body), "nil")
    XCTAssertEqual(message.name, "")
    XCTAssertEqual(message.world, .page)
    XCTAssertNil(message.webView)
    XCTAssertFalse(message.frameInfo.isMainFrame)
    XCTAssertEqual(message.frameInfo.request.url?.absoluteString, "about:blank")
    XCTAssertEqual(message.frameInfo.securityOrigin.host, "")
    let action = WKNavigationAction()
    XCTAssertEqual(action.navigationType, .other)
    XCTAssertEqual(action.request.url?.absoluteString, "about:blank")
    XCTAssertNil(action.targetFrame)
    let response = WKNavigationResponse()
    XCTAssertFalse(response.isForMainFrame)
    XCTAssertFalse(response.canShowMIMEType)
    XCTAssertNil(response.response.mimeType)
  }

  func testNoScriptRunsInAFrameThatTheAppCreated() async throws {
    let view = WKWebView()
    do {
      _ = try await view.callAsyncJavaScript("return 1", in: Frame(), contentWorld: .page)
      XCTFail("the script ran")
    } catch {
      XCTAssertEqual((error as? WKError)?.code, .javaScriptInvalidFrameTarget)
    }
  }

  private final class Controller: WKUserContentController {
    var names: [String] = []

    override func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
      names.append(name)
    }
  }

  func testAConfigurationKeepsASubclassedController() throws {
    let configuration = WKWebViewConfiguration()
    configuration.userContentController = Controller()
    let view = WKWebView(frame: .zero, configuration: configuration)
    let controller = try XCTUnwrap(view.configuration.userContentController as? Controller)
    view.configuration.userContentController.add(Ignoring(), name: "bridge")
    XCTAssertEqual(controller.names, ["bridge"])
  }

  private final class Ignoring: NSObject, WKScriptMessageHandler {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {}
  }
}
