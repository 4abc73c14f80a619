import WebKit
import WebTestSupport
import XCTest

/// The errors that the delegate gets for failed loads, with Apple's domains and codes.
@MainActor final class NavigationErrorTests: XCTestCase {
  private func fail(_ url: URL) async throws -> NSError {
    let recorder = NavigationRecorder()
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    let view = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    view.navigationDelegate = recorder
    recorder.name(view.load(URLRequest(url: url)), "load")
    let events = try await recorder.next(2)
    let error = try XCTUnwrap(recorder.error)
    XCTAssertEqual(events, ["start load", "fail provisional \(error.domain) \(error.code) load"])
    XCTAssertEqual(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL, url)
    XCTAssertFalse(view.isLoading)
    XCTAssertNil(view.url?.host)
    return error
  }

  /// On Linux an `NSError` cannot be cast to `URLError`, so the delegate gets the structure.
  func testAFailedLoadIsAURLError() async throws {
    let url = try XCTUnwrap(URL(string: "http://no-such-host.invalid/a%20b"))
    let recorder = NavigationRecorder()
    let view = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    view.navigationDelegate = recorder
    view.load(URLRequest(url: url))
    _ = try await recorder.next(2)
    let error = try XCTUnwrap(recorder.failure as? URLError)
    XCTAssertEqual(error.code, .cannotFindHost)
    XCTAssertEqual(error.failingURL, url)
    XCTAssertEqual(error.userInfo["NSErrorFailingURLStringKey"] as? String, url.absoluteString)
    XCTAssertFalse(error.localizedDescription.isEmpty)
    let bridged = error as NSError
    XCTAssertEqual(bridged.domain, NSURLErrorDomain)
    XCTAssertEqual(bridged.code, NSURLErrorCannotFindHost)
    XCTAssertEqual(bridged.userInfo[NSURLErrorFailingURLErrorKey] as? URL, url)
    XCTAssertEqual(bridged.userInfo["NSErrorFailingURLStringKey"] as? String, url.absoluteString)
  }

  private func assertFails(_ url: URL?, _ code: Int, line: UInt = #line) async throws {
    let error = try await fail(XCTUnwrap(url))
    XCTAssertEqual(error.domain, NSURLErrorDomain, line: line)
    XCTAssertEqual(error.code, code, line: line)
  }

  func testAClosedPortGivesCannotConnectToHost() async throws {
    let url = try HTTPServer([:]).url("/")
    try await assertFails(url, NSURLErrorCannotConnectToHost)
  }

  func testAClosedConnectionGivesNetworkConnectionLost() async throws {
    let server = try HTTPServer(["/": .hangUp])
    try await assertFails(server.url("/"), NSURLErrorNetworkConnectionLost)
  }

  func testAnUnknownHostGivesCannotFindHost() async throws {
    try await assertFails(URL(string: "http://no-such-host.invalid/"), NSURLErrorCannotFindHost)
  }

  func testAnUnknownSchemeGivesUnsupportedURL() async throws {
    try await assertFails(URL(string: "nonsense:page"), NSURLErrorUnsupportedURL)
  }

  func testAMissingFileGivesFileDoesNotExist() async throws {
    try await assertFails(URL(string: "file:///no/such/file.html"), NSURLErrorFileDoesNotExist)
  }
}
