import WebKit
import WebTestSupport
import XCTest

/// The files that a page from a file may read.
@MainActor final class FileAccessTests: XCTestCase {
  private let recorder = NavigationRecorder()
  private var root = URL(fileURLWithPath: "/")
  private lazy var webView: WKWebView = {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    webView.navigationDelegate = recorder
    return webView
  }()

  override func setUp() async throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("webkit-test-\(UUID().uuidString)")
    for name in ["open", "closed"] {
      try write("window.\(name)IsRead = true", "\(name)/script.js")
      try write("<svg xmlns='http://www.w3.org/2000/svg' width='7' height='7'/>", "\(name)/image.svg")
      try write("<script>parent.postMessage('\(name)', '*')</script>", "\(name)/frame.html")
      try write("body { --\(name): 1 }", "\(name)/style.css")
    }
  }

  override func tearDown() async throws {
    try FileManager.default.removeItem(at: root)
  }

  @discardableResult
  private func write(_ text: String, _ path: String) throws -> URL {
    let url = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
    return url
  }

  /// Returns a page that tries to read every file in `directories`, which are URLs.
  private func page(reading directories: [String]) -> String {
    """
    <body><script>
    const seen = new Set();
    let frames = 0;
    let frameDidCome;
    addEventListener("message", ({ data }) => {
      seen.add(`frame ${data}`);
      frames += 1;
      frameDidCome?.();
    });
    const attempts = [];
    const attempt = (tag, attributes) => {
      const element = Object.assign(document.createElement(tag), attributes);
      const end = new Promise((resolve) => { element.onload = element.onerror = resolve; });
      document.body.append(element);
      // Do not wait for frames that may be blocked, because a blocked frame posts no message.
      if (tag !== "iframe" || attributes.src.startsWith("data:")) attempts.push(end);
      return element;
    };
    async function read(expectedFrames) {
      for (const directory of \(directories)) {
        attempt("script", { src: `${directory}/script.js` });
        const image = attempt("img", { src: `${directory}/image.svg` });
        image.addEventListener("load", () => seen.add(`image ${decodeURI(image.src).includes("open") ? "open" : "closed"}`));
        attempt("link", { rel: "stylesheet", href: `${directory}/style.css` });
        attempt("iframe", { src: `${directory}/frame.html` });
      }
      await Promise.all(attempts);
      while (frames < expectedFrames) await new Promise((resolve) => { frameDidCome = resolve; });
      attempt("iframe", { src: "data:text/html,the last one" });
      await Promise.all(attempts);
      for (const name of ["open", "closed"]) {
        if (window[`${name}IsRead`]) seen.add(`script ${name}`);
        if (getComputedStyle(document.body).getPropertyValue(`--${name}`)) seen.add(`style ${name}`);
      }
      return [...seen].sort().join();
    }
    </script>
    """
  }

  private func load(_ page: URL, allowing readable: URL) async throws {
    recorder.name(webView.loadFileURL(page, allowingReadAccessTo: readable), "page")
    let events = try await recorder.next(3)
    XCTAssertEqual(events, ["start page", "commit page", "finish page"])
    XCTAssertEqual(webView.url, page)
  }

  private func assertReads(_ expected: String, line: UInt = #line) async throws {
    let frames = expected.components(separatedBy: "frame").count - 1
    let seen = try await within("the page has read") { [webView] in
      try await webView.callAsyncJavaScript(
        "return await read(frames)", arguments: ["frames": frames], contentWorld: .page) as? String
    }
    XCTAssertEqual(seen, expected, line: line)
  }

  private let everythingOpen = "frame open,image open,script open,style open"

  func testAPageReadsTheAllowedDirectoryOnly() async throws {
    let page = try write(page(reading: [".", "../closed"]), "open/page.html")
    try await load(page, allowing: root.appendingPathComponent("open"))
    try await assertReads(everythingOpen)
  }

  func testAPageReadsAnAllowedParentDirectory() async throws {
    let page = try write(page(reading: [".", "../closed"]), "open/page.html")
    try await load(page, allowing: root)
    try await assertReads(
      "frame closed,frame open,image closed,image open,script closed,script open,style closed,style open")
  }

  func testAPageReadsASingleAllowedFile() async throws {
    let page = try write(page(reading: [".", "../closed"]), "open/page.html")
    try await load(page, allowing: root.appendingPathComponent("open/script.js"))
    try await assertReads("script open")
  }

  func testThePageItselfMayBeOutsideTheAllowedDirectory() async throws {
    let page = try write(page(reading: ["."]), "open/page.html")
    try await load(page, allowing: root.appendingPathComponent("closed"))
    try await assertReads("")
  }

  func testOtherSpellingsOfAPathDoNotLeaveTheDirectory() async throws {
    let closed = root.appendingPathComponent("closed").path
    let page = try write(
      page(
        reading: [
          "%2e%2e/closed", ".%2E/closed", "..%2fclosed", "..%5cclosed", "..\\closed", "file://\(closed)",
          "FILE://localhost\(closed)", "file:\(closed)", "file:///\(closed)", "../open/%2e%2e/closed", "../closed/.",
          "file://\(root.path)/open/..%2Fclosed", "file://\(root.path)/open%2f../closed",
        ].map { $0.replacingOccurrences(of: "\\", with: "\\\\") }), "open/page.html")
    try await load(page, allowing: root.appendingPathComponent("open"))
    try await assertReads("")
  }

  func testADirectoryWhoseNameHasTheSamePrefixIsNotAllowed() async throws {
    let page = try write(page(reading: ["../open-too"]), "open/page.html")
    try write("window.closedIsRead = true", "open-too/script.js")
    try await load(page, allowing: root.appendingPathComponent("open"))
    try await assertReads("")
  }

  func testNamesWithSpecialCharactersAreAllowed() async throws {
    let name = "a b'c\"(d)[e]{f}+g.*h^$|i\\j?k#l%41é"
    for file in ["script.js", "image.svg", "frame.html", "style.css"] {
      try write(
        String(contentsOf: root.appendingPathComponent("open/\(file)"), encoding: .utf8), "\(name)/open/\(file)")
    }
    let page = try write(page(reading: [".", "./open", "../closed"]), "\(name)/page's \"1\".html")
    try await load(page, allowing: root.appendingPathComponent(name))
    try await assertReads(everythingOpen)
  }

  func testAPatternInAPathIsReadLiterally() async throws {
    let page = try write(page(reading: ["../closed"]), ".*/page.html")
    try await load(page, allowing: root.appendingPathComponent(".*"))
    try await assertReads("")
  }

  func testALinkToAFileOutsideIsNotFollowed() async throws {
    let page = try write("<a id=a href='../closed/frame.html'></a>", "open/page.html")
    try await load(page, allowing: root.appendingPathComponent("open"))
    try await webView.evaluateJavaScript("a.click(); 0")
    let events = try await recorder.next(2)
    XCTAssertEqual(events.map { $0.prefix(5) }, ["start", "fail "])
    XCTAssertEqual(webView.url, page)
  }

  func testEachPageKeepsItsDirectoryAfterGoingBack() async throws {
    let first = try write(page(reading: [".", "../closed"]), "open/page.html")
    let second = try write(page(reading: [".", "../open"]), "closed/page.html")
    try await load(first, allowing: root.appendingPathComponent("open"))
    try await load(second, allowing: root.appendingPathComponent("closed"))
    try await assertReads(everythingOpen.replacingOccurrences(of: "open", with: "closed"))
    webView.goBack()
    _ = try await recorder.next(3)
    try await assertReads(everythingOpen)
    webView.reload()
    _ = try await recorder.next(3)
    try await assertReads(everythingOpen)
  }

  func testTheURLOfThePageMayHaveAnySpelling() async throws {
    try write(page(reading: [".", "../closed"]), "open/page.html")
    let path = root.path
    for name in [
      "file://localhost\(path)/open/page.html", "FILE://\(path)/closed/../open/./page.html?a|b=^`c#d|e",
      "file://\(path)/open/%70age.html#part", "file://\(path)/%6Fpen/page.html",
    ] {
      recorder.name(
        webView.loadFileURL(
          try XCTUnwrap(URL(string: name)), allowingReadAccessTo: root.appendingPathComponent("open")), name)
      let events = try await recorder.next(3)
      XCTAssertEqual(events, ["start \(name)", "commit \(name)", "finish \(name)"])
      try await assertReads(everythingOpen)
      // Load a page without limits, so that the next navigation starts without a filter.
      webView.load(URLRequest(url: root.appendingPathComponent("closed/frame.html")))
      _ = try await recorder.next(3)
    }
  }

  func testAPageThatIsLoadedWithoutLimitsReadsTheFilesOfTheApp() async throws {
    let page = try write(page(reading: ["../closed"]), "open/page.html")
    try await load(page, allowing: root.appendingPathComponent("open"))
    try await assertReads("")
    webView.load(URLRequest(url: page))
    _ = try await recorder.next(3)
    try await assertReads(everythingOpen.replacingOccurrences(of: "open", with: "closed"))
    try await load(page, allowing: root.appendingPathComponent("open"))
    try await assertReads("")
  }

  func testTheSecondOfTwoSimultaneousLoadsDeterminesTheDirectory() async throws {
    let page = try write(page(reading: [".", "../closed"]), "open/page.html")
    webView.loadFileURL(page, allowingReadAccessTo: root)
    try await load(page, allowing: root.appendingPathComponent("open"))
    try await assertReads(everythingOpen)
    webView.loadFileURL(page, allowingReadAccessTo: root.appendingPathComponent("closed"))
    try await load(page, allowing: root.appendingPathComponent("closed"))
    try await assertReads("frame closed,image closed,script closed,style closed")
  }

  func testAPageDoesNotGetTheAccessOfAnEarlierLoad() async throws {
    let page = try write("<a id=a href='../closed/page.html'></a>", "open/page.html")
    let closed = try write("<p>", "closed/page.html")
    webView.load(URLRequest(url: closed))
    _ = try await recorder.next(3)
    try await load(page, allowing: root.appendingPathComponent("open"))
    try await webView.evaluateJavaScript("a.click(); 0")
    let events = try await recorder.next(2)
    XCTAssertEqual(events.map { $0.prefix(5) }, ["start", "fail "])
    XCTAssertEqual(webView.url, page)
  }

  /// Loads a page without limits, and then one that may read only the open directory.
  private func loadUnlimitedThenLimited(_ html: String) async throws -> (unlimited: URL, limited: URL) {
    let unlimited = try write("<script src='script.js'></script>", "closed/page.html")
    let limited = try write(html, "open/page.html")
    webView.load(URLRequest(url: unlimited))
    _ = try await recorder.next(3)
    try await load(limited, allowing: root.appendingPathComponent("open"))
    return (unlimited, limited)
  }

  func testAPageThatStopsGoingBackStaysLimited() async throws {
    let (_, limited) = try await loadUnlimitedThenLimited(page(reading: ["../closed"]))
    let gate = Gate()
    recorder.actionGate = gate
    try await webView.evaluateJavaScript("history.back(); 0")
    try await eventually("the app is asked about the way back") { gate.count == 1 }
    try await webView.evaluateJavaScript("stop(); 0")
    gate.open()
    try await assertReads("")
    XCTAssertEqual(webView.url, limited)
  }

  func testAPageStaysLimitedWhenTheNextOneIsRefused() async throws {
    let (unlimited, limited) = try await loadUnlimitedThenLimited(page(reading: ["../closed"]))
    recorder.refusedResponses = [unlimited.path]
    webView.load(URLRequest(url: unlimited))
    let events = try await recorder.next(2)
    XCTAssertEqual(events.map { $0.prefix(5) }, ["start", "fail "])
    try await assertReads("")
    XCTAssertEqual(webView.url, limited)
  }

  func testTheAppGoesBackToAPageWithoutLimits() async throws {
    let (unlimited, _) = try await loadUnlimitedThenLimited("<p>")
    webView.goBack()
    _ = try await recorder.next(3)
    XCTAssertEqual(webView.url, unlimited)
    let isRead = try await webView.evaluateJavaScript("window.closedIsRead") as? Bool
    XCTAssertEqual(isRead, true)
  }

  func testTheAccessAppliesFromTheFirstLineOfAPage() async throws {
    let first = try write("<p>", "open/page.html")
    let second = try write("<script src='script.js'></script>", "closed/page.html")
    try await load(first, allowing: root.appendingPathComponent("open"))
    try await load(second, allowing: root.appendingPathComponent("closed"))
    let isRead = try await webView.evaluateJavaScript("window.closedIsRead") as? Bool
    XCTAssertEqual(isRead, true)
  }

  func testAWindowDoesNotChangeWhatItsOpenerReads() async throws {
    let windows = Windows()
    webView.uiDelegate = windows
    webView.configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
    let first = try write(page(reading: ["../closed"]), "open/page.html")
    let second = try write("<p>", "closed/page.html")
    try await load(first, allowing: root.appendingPathComponent("open"))
    try await webView.evaluateJavaScript("window.open('about:blank'); 0")
    let window = try XCTUnwrap(windows.open.first)
    let windowRecorder = NavigationRecorder()
    window.navigationDelegate = windowRecorder
    windowRecorder.name(window.load(URLRequest(url: second)), "second")
    var event = try await windowRecorder.next(1)[0]
    // The event of the blank page may come first.
    while event.hasSuffix(" page") { event = try await windowRecorder.next(1)[0] }
    XCTAssertEqual(event, "fail provisional NSURLErrorDomain -1102 second")
    try await assertReads("")
  }
}
