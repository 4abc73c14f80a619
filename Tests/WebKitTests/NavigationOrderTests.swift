import WebKit
import WebTestSupport
import XCTest

/// The navigations that the delegate is notified of, and the order of the calls.
@MainActor final class NavigationOrderTests: XCTestCase {
  private let recorder = NavigationRecorder()

  /// - Parameter recorder: the recorder of the view's navigations; nil for the test's own.
  private func webView(_ recorder: NavigationRecorder? = nil) -> WKWebView {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    webView.navigationDelegate = recorder ?? self.recorder
    return webView
  }

  private func load(_ url: URL, _ name: String, in webView: WKWebView) {
    recorder.name(webView.load(URLRequest(url: url)), name)
  }

  func testARedirectIsReportedBeforeTheCommit() async throws {
    let server = try HTTPServer(["/a": .redirect("/b"), "/b": .page("b")])
    let view = webView()
    load(server.url("/a"), "first", in: view)
    let events = try await recorder.next(4)
    XCTAssertEqual(events, ["start first", "redirect first", "commit first", "finish first"])
    XCTAssertEqual(recorder.actions.map { $0.request.url?.path }, ["/a", "/b"])
    XCTAssertEqual(view.url?.path, "/b")
  }

  func testASecondLoadCancelsTheFirst() async throws {
    let server = try HTTPServer(["/slow": .silence, "/b": .page("b")])
    let view = webView()
    load(server.url("/slow"), "first", in: view)
    let start = try await recorder.next(1)
    XCTAssertEqual(start, ["start first"])
    load(server.url("/b"), "second", in: view)
    let events = try await recorder.next(4)
    XCTAssertEqual(
      events,
      ["fail provisional NSURLErrorDomain -999 first", "start second", "commit second", "finish second"])
    XCTAssertEqual(recorder.error?.userInfo[NSURLErrorFailingURLErrorKey] as? URL, server.url("/slow"))
  }

  func testALoadThatIsReplacedAtOnceNeverStarts() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b")])
    let view = webView()
    load(server.url("/a"), "first", in: view)
    load(server.url("/b"), "second", in: view)
    let events = try await recorder.next(3)
    XCTAssertEqual(events, ["start second", "commit second", "finish second"])
  }

  /// The engine ends the web process without a signal if a load reaches the network process before it knows the site.
  func testALoadThatReplacesAnotherArrivesAlthoughTheNetworkProcessIsSlow() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b")])
    // Make sure that the network process is running.
    _ = await webView().configuration.websiteDataStore.httpCookieStore.allCookies()
    for _ in 0..<4 {
      let recorder = NavigationRecorder()
      let view = webView(recorder)
      recorder.willDecide = {
        recorder.willDecide = nil
        NetworkProcess.pause(for: .milliseconds(100))
        // The network process learns about the site only after it has answered these requests.
        for _ in 0..<500 { view.configuration.websiteDataStore.httpCookieStore.getAllCookies { _ in } }
      }
      recorder.didDecide = {
        recorder.didDecide = nil
        recorder.name(view.load(URLRequest(url: server.url("/b"))), "second")
      }
      recorder.name(view.load(URLRequest(url: server.url("/a"))), "first")
      let events = try await recorder.next(3)
      XCTAssertEqual(events, ["start second", "commit second", "finish second"])
    }
  }

  /// The engine starts a navigation that the delegate has allowed, although the app has meanwhile requested another.
  func testALoadThatIsReplacedAfterTheDecisionKeepsItsNavigation() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b")])
    for attempt in 0..<20 {
      let recorder = NavigationRecorder()
      let view = webView(recorder)
      recorder.didDecide = {
        recorder.didDecide = nil
        Task {
          for _ in 0..<(attempt * 4) { await Task.yield() }
          recorder.name(view.load(URLRequest(url: server.url("/b"))), "second")
        }
      }
      recorder.name(view.load(URLRequest(url: server.url("/a"))), "first")
      var events: [String] = []
      while events.last != "finish second" { events += try await recorder.next(1) }
      XCTAssertFalse(events.contains { $0.hasSuffix("page") }, "\(events)")
    }
  }

  func testALoadThatIsStoppedWhileItWaitsForAnotherDoesNotStart() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b"), "/c": .page("c")])
    let view = webView()
    _ = await view.configuration.websiteDataStore.httpCookieStore.allCookies()
    recorder.willDecide = { [self] in
      recorder.willDecide = nil
      NetworkProcess.pause(for: .milliseconds(100))
    }
    recorder.didDecide = { [self] in
      recorder.didDecide = {
        self.recorder.didDecide = nil
        view.stopLoading()
      }
      load(server.url("/b"), "second", in: view)
    }
    load(server.url("/a"), "first", in: view)
    try await eventually("both decisions") { recorder.didDecide == nil }
    load(server.url("/c"), "third", in: view)
    var events: [String] = []
    while events.last != "finish third" { events += try await recorder.next(1) }
    XCTAssertFalse(events.contains { $0.hasSuffix("second") || $0.hasSuffix("page") }, "\(events)")
    XCTAssertFalse(server.requests.contains { $0.path == "/b" })
  }

  /// The engine's answer must not be the last thing that keeps the session alive, because the engine still uses the session
  /// after the answer.
  func testAViewCanBeReleasedWhileItsNavigationStarts() async throws {
    let server = try HTTPServer(["/a": .page("a")])
    _ = await webView().configuration.websiteDataStore.httpCookieStore.allCookies()
    for _ in 0..<10 {
      var view: WKWebView? = webView()
      var isDecided = false
      recorder.willDecide = { NetworkProcess.pause(for: .milliseconds(20)) }
      recorder.didDecide = { isDecided = true }
      load(server.url("/a"), "first", in: try XCTUnwrap(view))
      try await eventually("the decision") { isDecided }
      weak let released = view
      view = nil
      try await eventually("the view is released") { released == nil }
      // The network process answers in order, so this answer comes after the one to the released view's session.
      _ = await webView().configuration.websiteDataStore.httpCookieStore.allCookies()
    }
  }

  func testALoadInTheFailureOfAStoppedLoadKeepsItsNavigation() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/slow": .silence])
    let view = webView()
    load(server.url("/a"), "first", in: view)
    _ = try await recorder.next(3)
    // Another site, so that the engine loads it in another process and reports the failure at once.
    load(URL(string: "http://localhost:\(server.port)/slow")!, "slow", in: view)
    _ = try await recorder.next(1)
    recorder.didFail = { [recorder] in recorder.name(view.loadHTMLString("Stopped", baseURL: nil), "message") }
    view.stopLoading()
    let events = try await recorder.next(4)
    XCTAssertEqual(
      events,
      ["fail provisional NSURLErrorDomain -999 slow", "start message", "commit message", "finish message"])
  }

  /// The engine starts a first blank page before the delegate has decided.
  func testAFirstBlankPageKeepsItsNavigation() async throws {
    let view = webView()
    load(URL(string: "about:blank")!, "blank", in: view)
    let events = try await recorder.next(3)
    XCTAssertEqual(events, ["start blank", "commit blank", "finish blank"])
  }

  func testAPageThatIsReplacedWhileItLoadsFails() async throws {
    let server = try HTTPServer(["/half": .beginning("<p>half"), "/b": .page("b")])
    let view = webView()
    load(server.url("/half"), "first", in: view)
    let start = try await recorder.next(2)
    XCTAssertEqual(start, ["start first", "commit first"])
    load(server.url("/b"), "second", in: view)
    let events = try await recorder.next(4)
    XCTAssertEqual(events, ["fail NSURLErrorDomain -999 first", "start second", "commit second", "finish second"])
  }

  func testStoppingALoadReportsACancellation() async throws {
    let server = try HTTPServer(["/slow": .silence, "/half": .beginning("<p>half")])
    let view = webView()
    load(server.url("/slow"), "first", in: view)
    _ = try await recorder.next(1)
    view.stopLoading()
    let provisional = try await recorder.next(1)
    XCTAssertEqual(provisional, ["fail provisional NSURLErrorDomain -999 first"])
    XCTAssertFalse(view.isLoading)
    load(server.url("/half"), "second", in: view)
    _ = try await recorder.next(2)
    view.stopLoading()
    let committed = try await recorder.next(1)
    XCTAssertEqual(committed, ["fail NSURLErrorDomain -999 second"])
  }

  func testARefusedResponseAndARefusedRedirectInterruptTheLoad() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .redirect("/c"), "/c": .page("c")])
    recorder.refusedResponses = ["/a"]
    recorder.refusedActions = ["/c"]
    let view = webView()
    load(server.url("/a"), "response", in: view)
    let response = try await recorder.next(2)
    XCTAssertEqual(response, ["start response", "fail provisional WebKitErrorDomain 102 response"])
    XCTAssertEqual(recorder.error?.userInfo[NSURLErrorFailingURLErrorKey] as? URL, server.url("/a"))
    load(server.url("/b"), "redirect", in: view)
    let redirect = try await recorder.next(2)
    XCTAssertEqual(redirect, ["start redirect", "fail provisional WebKitErrorDomain 102 redirect"])
  }

  func testARefusedActionReportsNoEventAndDoesNotAffectLaterNavigations() async throws {
    let server = try HTTPServer([
      "/a": .page("<script>onhashchange = () => location = '/b'</script>"), "/b": .page(""),
    ])
    recorder.refusedActions = ["/no"]
    let view = webView()
    load(server.url("/a"), "first", in: view)
    _ = try await recorder.next(3)
    load(server.url("/no"), "refused", in: view)
    try await eventually("the decision") { recorder.actions.count == 2 && !view.isLoading }
    XCTAssertEqual(view.url, server.url("/a"))
    try await view.evaluateJavaScript("location.hash = 'go'")
    let own = try await recorder.next(3)
    XCTAssertEqual(own, ["start page", "commit page", "finish page"])
  }

  func testNavigationsWithinADocumentNotifyOnlyObservers() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b")])
    let view = webView()
    load(server.url("/a"), "first", in: view)
    _ = try await recorder.next(3)
    var urls: [String] = []
    let observation = view.observe(\.url) { view, _ in urls.append(view.url?.absoluteString ?? "nil") }
    load(server.url("/a#app"), "fragment", in: view)
    try await eventually("the app's fragment") { urls.count == 1 && !view.isLoading }
    try await view.evaluateJavaScript("location.hash = 'page'; history.pushState(null, '', '/pushed'); 0")
    try await eventually("the page's URL") { urls.count == 3 }
    view.goBack()
    try await eventually("the earlier page is shown again") { urls.count == 4 && !view.isLoading }
    XCTAssertEqual(urls, ["/a#app", "/a#page", "/pushed", "/a#page"].map { server.url($0).absoluteString })
    XCTAssertTrue(recorder.events.isEmpty)
    // The next navigation must not be confused with the navigation to the fragment or with the navigation back.
    try await view.evaluateJavaScript("location = '/b'; 0")
    let own = try await recorder.next(3)
    XCTAssertEqual(own, ["start page", "commit page", "finish page"])
    withExtendedLifetime(observation) {}
  }

  func testEveryLoadingMethodReturnsItsNavigation() async throws {
    let server = try HTTPServer(["/a": .page("a"), "/b": .page("b")])
    let view = webView()
    let ways: [(String, @MainActor () throws -> WKNavigation?)] = [
      ("load", { view.load(URLRequest(url: server.url("/a"))) }),
      ("next", { view.load(URLRequest(url: server.url("/b"))) }),
      ("back", { view.goBack() }),
      ("forward", { view.goForward() }),
      ("item", { try view.go(to: XCTUnwrap(view.backForwardList.backItem)) }),
      ("reload", { view.reload() }),
      ("origin", { view.reloadFromOrigin() }),
      ("html", { view.loadHTMLString("<p>", baseURL: nil) }),
      ("based", { view.loadHTMLString("<p>", baseURL: URL(string: "https://app.example/x")) }),
      ("simulated", { view.loadSimulatedRequest(URLRequest(url: server.url("/s")), responseHTML: "<p>") }),
      (
        "data",
        {
          view.load(Data("<p>".utf8), mimeType: "text/html", characterEncodingName: "utf-8", baseURL: server.url("/d"))
        }
      ),
    ]
    for (name, start) in ways {
      recorder.name(try start(), name)
      let events = try await recorder.next(3)
      XCTAssertEqual(events, ["start \(name)", "commit \(name)", "finish \(name)"])
    }
  }

  func testAnEndedProcessLeavesABlankPageThatCanBeReloaded() async throws {
    let server = try HTTPServer(["/a": .page("<title>a</title>")])
    let view = webView()
    load(server.url("/a"), "first", in: view)
    _ = try await recorder.next(3)
    try await eventually("the title") { view.title == "a" }
    view.terminateWebProcess()
    let end = try await recorder.next(1)
    XCTAssertEqual(end, ["terminate"])
    XCTAssertNil(view.url)
    XCTAssertEqual(view.title, "")
    XCTAssertFalse(view.isLoading)
    XCTAssertEqual(view.estimatedProgress, 0)
    recorder.name(view.reload(), "again")
    let again = try await recorder.next(3)
    XCTAssertEqual(again, ["start again", "commit again", "finish again"])
    XCTAssertEqual(view.url, server.url("/a"))
  }

  func testANewWindowHasNoTargetFrame() async throws {
    let server = try HTTPServer([
      "/a": .page("<a id=w target=_blank href='/window'></a><a id=l href='/b'></a><iframe src='/frame'></iframe>"),
      "/frame": .page(""), "/b": .page(""),
    ])
    let view = webView()
    load(server.url("/a"), "first", in: view)
    _ = try await recorder.next(3)
    try await view.evaluateJavaScript("w.click(); 0")
    try await eventually("the window") { recorder.actions.contains { $0.request.url?.path == "/window" } }
    try await view.evaluateJavaScript("l.click(); 0")
    _ = try await recorder.next(3)
    let targets = recorder.actions.map { "\($0.request.url?.path ?? "") \($0.targetFrame == nil ? "new" : "frame")" }
    XCTAssertEqual(targets, ["/a frame", "/frame frame", "/window new", "/b frame"])
  }
}
