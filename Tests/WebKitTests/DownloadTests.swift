import WebKit
import WebTestSupport
import XCTest

/// Downloads: their beginnings, destinations and ends.
@MainActor final class DownloadTests: XCTestCase {
  /// A delegate that downloads responses that WebKit cannot show, and links of the class `download`. It records the
  /// calls.
  private final class Downloader: NSObject, WKNavigationDelegate, WKDownloadDelegate {
    let events = Mailbox<String>()
    var downloads: [WKDownload] = []
    var destination: URL?
    var actionPolicy: (WKNavigationAction) -> WKNavigationActionPolicy = { _ in .allow }
    var lastError: NSError?

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy { actionPolicy(navigationAction) }

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy { navigationResponse.canShowMIMEType ? .allow : .download }

    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
      events.put("action \(navigationAction.request.url?.path ?? "")")
      take(download)
    }

    func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
      events.put("response \(navigationResponse.response.url?.path ?? "")")
      take(download)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { events.put("page") }

    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
    ) { events.put("\((error as NSError).domain) \((error as NSError).code)") }

    func take(_ download: WKDownload) {
      downloads.append(download)
      download.delegate = self
    }

    func download(
      _ download: WKDownload, decideDestinationUsing response: URLResponse, suggestedFilename: String
    ) async -> URL? {
      events.put("\(suggestedFilename) \((response as? HTTPURLResponse)?.statusCode ?? 0)")
      return destination
    }

    func downloadDidFinish(_ download: WKDownload) { events.put("finished") }

    func download(_ download: WKDownload, didFailWithError error: any Error, resumeData: Data?) {
      lastError = error as NSError
      events.put("\(lastError?.domain ?? "") \(lastError?.code ?? 0) \(resumeData == nil)")
    }
  }

  private let downloader = Downloader()
  private var folder = URL(fileURLWithPath: "/")

  override func setUp() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    downloader.destination = folder.appendingPathComponent("file ü")
  }

  override func tearDown() async throws {
    try FileManager.default.removeItem(at: folder)
  }

  /// Returns a server with files to download.
  ///
  /// - Parameter isBroken: whether the server never sends the end of the file.
  private func server(isBroken: Bool = false) throws -> HTTPServer {
    let body = isBroken ? String(repeating: "content", count: 10_000) : "content"
    return try HTTPServer { request in
      switch request.path {
      case "/file":
        HTTPServer.Response(
          body, type: "application/octet-stream",
          headers: ["Content-Disposition": "attachment; filename=\"name.bin\""],
          length: isBroken ? 2 * body.utf8.count : nil)
      default: HTTPServer.Response("<a id=plain href='/file'>a</a><a id=marked href='/file' download>b</a>")
      }
    }
  }

  private func webView(_ dataStore: WKWebsiteDataStore = .nonPersistent()) -> WKWebView {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = dataStore
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), configuration: configuration)
    webView.navigationDelegate = downloader
    return webView
  }

  private func load(_ url: URL, in webView: WKWebView) {
    webView.load(URLRequest(url: url))
  }

  /// Returns the next `count` events of the delegate.
  private func next(_ count: Int) async throws -> [String] {
    var events: [String] = []
    for _ in 0..<count { events.append(try await downloader.events.next()) }
    return events
  }

  private func content() throws -> String {
    String(decoding: try Data(contentsOf: XCTUnwrap(downloader.destination)), as: UTF8.self)
  }

  func testAResponseBecomesADownload() async throws {
    let server = try server()
    let webView = webView()
    load(server.url("/file"), in: webView)
    let events = Set(try await next(4))
    XCTAssertEqual(events, ["response /file", "WebKitErrorDomain 102", "name.bin 200", "finished"])
    XCTAssertEqual(try content(), "content")
    let download = try XCTUnwrap(downloader.downloads.first)
    XCTAssertEqual(download.originalRequest?.url, server.url("/file"))
    XCTAssertTrue(download.webView === webView)
    XCTAssertEqual(download.progress.completedUnitCount, 7)
    XCTAssertEqual(download.progress.totalUnitCount, 7)
  }

  func testANavigationBecomesADownload() async throws {
    let server = try server()
    let webView = webView()
    load(server.url("/"), in: webView)
    _ = try await next(1)
    downloader.actionPolicy = { $0.navigationType == .linkActivated ? .download : .allow }
    try await webView.evaluateJavaScript("document.getElementById('plain').click()")
    let events = try await next(3)
    XCTAssertEqual(events, ["action /file", "name.bin 200", "finished"])
    XCTAssertEqual(try content(), "content")
  }

  func testTheAppCanStartADownload() async throws {
    let server = try server()
    let webView = webView()
    let url = server.url("/file")
    downloader.take(await webView.startDownload(using: URLRequest(url: url)))
    let events = try await next(2)
    XCTAssertEqual(events, ["name.bin 200", "finished"])
    XCTAssertEqual(try content(), "content")
    XCTAssertEqual(server.requests.count, 1)
  }

  func testADownloadWorksWithTwoStoresOfOneIdentifier() async throws {
    let server = try server()
    let identifier = UUID()
    do {
      let webViews = [identifier, identifier].map { webView(WKWebsiteDataStore(forIdentifier: $0)) }
      downloader.take(await webViews[0].startDownload(using: URLRequest(url: server.url("/file"))))
      let events = try await next(2)
      XCTAssertEqual(events, ["name.bin 200", "finished"])
      XCTAssertEqual(try content(), "content")
    }
    try await WKWebsiteDataStore.remove(forIdentifier: identifier)
  }

  /// The engine normalizes the URLs to `http://127.0.0.1:…/`.
  func testURLsThatTheEngineNormalizesAreDownloaded() async throws {
    let server = try server()
    let webView = webView()
    for text in ["http://127.0.0.1:\(server.port)", "HTTP://127.0.0.1:\(server.port)/file"] {
      let url = try XCTUnwrap(URL(string: text))
      downloader.destination = folder.appendingPathComponent("\(UUID())")
      let download = try await within("the download begins") {
        await webView.startDownload(using: URLRequest(url: url))
      }
      downloader.take(download)
      let events = try await next(2)
      XCTAssertEqual(events.last, "finished", text)
    }
  }

  func testARequestThatCannotBeDownloadedFails() async throws {
    let webView = webView()
    var request = URLRequest(url: try XCTUnwrap(URL(string: "http://127.0.0.1:1/")))
    request.httpMethod = "POST"
    downloader.take(await webView.startDownload(using: request))
    let events = try await next(1)
    XCTAssertEqual(events, ["\(NSURLErrorDomain) \(NSURLErrorUnsupportedURL) true"])
  }

  func testADownloadFromAMissingServerFails() async throws {
    let webView = webView()
    // Release the server at once, so that no server listens at its port.
    let url = try server().url("/file")
    downloader.take(await webView.startDownload(using: URLRequest(url: url)))
    let events = try await next(1)
    XCTAssertEqual(events, ["\(NSURLErrorDomain) \(NSURLErrorUnknown) true"])
  }

  /// The engine fails before the app has set the download's delegate. The delegate must still get the error.
  func testADelegateThatIsSetLateGetsAnEarlierFailure() async throws {
    let webView = webView()
    let url = try server().url("/file")
    let download = await withCheckedContinuation { continuation in
      webView.startDownload(using: URLRequest(url: url)) { download in
        Thread.sleep(forTimeInterval: 0.5)  // Keep the main thread busy while the engine fails.
        continuation.resume(returning: download)
      }
    }
    downloader.take(download)
    let events = try await next(1)
    XCTAssertEqual(events, ["\(NSURLErrorDomain) \(NSURLErrorUnknown) true"])
  }

  func testTheFirstDelegateGetsTheEventsFromBefore() async throws {
    let webView = webView()
    var post = URLRequest(url: try server().url("/file"))
    post.httpMethod = "POST"
    let refused = await webView.startDownload(using: post)
    let server = try server()
    let download = await webView.startDownload(using: URLRequest(url: server.url("/file")))
    // The engine has handled the download when it answers a script that was sent later.
    try await within("the request of the download") {
      while server.requests.isEmpty { _ = try await webView.evaluateJavaScript("1") }
    }
    XCTAssertTrue(downloader.events.isEmpty)
    downloader.take(refused)
    let refusal = try await next(1)
    XCTAssertEqual(refusal, ["\(NSURLErrorDomain) \(NSURLErrorUnsupportedURL) true"])
    downloader.take(download)
    let events = try await next(2)
    XCTAssertEqual(events, ["name.bin 200", "finished"])
  }

  func testADownloadThatIsReleasedBeforeItHasADelegateIsCancelled() async throws {
    let server = try server(isBroken: true)
    let webView = webView()
    weak var released: WKDownload?
    do {
      let download = await webView.startDownload(using: URLRequest(url: server.url("/file")))
      try await within("the request of the download") {
        while server.requests.isEmpty { _ = try await webView.evaluateJavaScript("1") }
      }
      released = download
    }
    XCTAssertNil(released)
    try await within("the end of the connection") {
      while server.openConnections > 0 { _ = try await webView.evaluateJavaScript("1") }
    }
  }

  func testAFileThatExistsIsNotOverwritten() async throws {
    let server = try server()
    let file = try XCTUnwrap(downloader.destination)
    try Data("mine".utf8).write(to: file)
    let webView = webView()
    downloader.take(
      await webView.startDownload(using: URLRequest(url: server.url("/file"))))
    let events = try await next(2)
    XCTAssertEqual(events, ["name.bin 200", "\(NSURLErrorDomain) \(NSURLErrorCannotCreateFile) true"])
    XCTAssertEqual(try content(), "mine")
  }

  func testWithoutADestinationTheDownloadIsCancelled() async throws {
    let server = try server()
    downloader.destination = nil
    let webView = webView()
    downloader.take(
      await webView.startDownload(using: URLRequest(url: server.url("/file"))))
    let events = try await next(2)
    XCTAssertEqual(events, ["name.bin 200", "\(NSURLErrorDomain) \(NSURLErrorCancelled) true"])
  }

  func testACancelledDownloadSendsNoFurtherEvents() async throws {
    let server = try server(isBroken: true)
    let webView = webView()
    let url = server.url("/file")
    let download = await webView.startDownload(using: URLRequest(url: url))
    downloader.take(download)
    let events = try await next(1)
    XCTAssertEqual(events, ["name.bin 200"])
    try await eventually("a part of the file has arrived") { download.progress.completedUnitCount > 0 }
    let data = await download.cancel()
    XCTAssertNil(data)
    // Start a second download and wait for its first event, because a further event of the first download would arrive
    // before it.
    downloader.destination = folder.appendingPathComponent("second")
    let other = await webView.startDownload(using: URLRequest(url: url))
    downloader.take(other)
    let second = try await next(1)
    XCTAssertEqual(second, ["name.bin 200"])
    XCTAssertTrue(downloader.events.isEmpty)
    XCTAssertFalse(FileManager.default.fileExists(atPath: folder.appendingPathComponent("file ü").path))
    // Cancel the download, so that its file is removed before the folder.
    _ = await other.cancel()
  }

  func testABrokenConnectionFailsTheDownload() async throws {
    let server = try server(isBroken: true)
    let webView = webView()
    let download = await webView.startDownload(using: URLRequest(url: server.url("/file")))
    downloader.take(download)
    try await eventually("a part of the file has arrived") { download.progress.completedUnitCount > 0 }
    server.breakConnections()
    let events = try await next(2)
    XCTAssertEqual(events[0], "name.bin 200")
    XCTAssertTrue(events[1].hasPrefix("\(NSURLErrorDomain) "), events[1])
  }

  func testADownloadOutlivesItsWebView() async throws {
    let server = try server()
    weak var gone: WKWebView?
    do {
      let webView = webView()
      gone = webView
      let url = server.url("/file")
      downloader.take(await webView.startDownload(using: URLRequest(url: url)))
    }
    let events = try await next(2)
    XCTAssertEqual(events, ["name.bin 200", "finished"])
    try await eventually("the web view is released") { gone == nil }
    weak let download = downloader.downloads[0]
    downloader.downloads = []
    try await eventually("the download is released") { download == nil }
  }

  func testALinkWithTheDownloadAttributeIsDownloaded() async throws {
    let server = try server()
    let webView = webView()
    load(server.url("/"), in: webView)
    _ = try await next(1)
    try await webView.evaluateJavaScript("document.getElementById('marked').click()")
    let events = try await next(3)
    XCTAssertEqual(events, ["action /file", "name.bin 200", "finished"])
    XCTAssertEqual(try content(), "content")
  }

  /// Without a delegate that decides, WebKitGTK would write the file to the user's download folder.
  func testNothingIsDownloadedForADelegateWithoutDownloadMethods() async throws {
    let server = try server()
    let webView = webView()
    load(server.url("/"), in: webView)
    _ = try await next(1)
    let simple = Simple()
    webView.navigationDelegate = simple
    try await webView.evaluateJavaScript("document.getElementById('marked').click()")
    try await eventually("the link is followed") { simple.actions == 1 }
    load(server.url("/"), in: webView)
    try await eventually("the page is there again") { simple.pages == 1 }
    let home = FileManager.default.homeDirectoryForCurrentUser
    for folder in [home, home.appendingPathComponent("Downloads")] {
      XCTAssertFalse(FileManager.default.fileExists(atPath: folder.appendingPathComponent("name.bin").path))
    }
  }

  private final class Simple: NSObject, WKNavigationDelegate {
    var actions = 0
    var pages = 0

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { pages += 1 }

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      actions += 1
      return .allow
    }
  }
}
