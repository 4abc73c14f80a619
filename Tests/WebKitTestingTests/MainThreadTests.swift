import WebKitTesting
import XCTest

/// XCTest methods that run the tests of Swift Testing on the main thread.
@MainActor final class MainThreadTests: XCTestCase {
  /// `nonisolated(unsafe)` is safe here, because the main actor sets the variable while no test of Swift Testing runs.
  nonisolated(unsafe) static var isExpectingFailure = false

  func testTestsWithAWebViewRunOnTheMainThread() async {
    await runSwiftTesting(filter: ["WebKitTestingTests.WebViewTests"])
  }

  func testAFailedTestIsReportedAsAProblem() async {
    Self.isExpectingFailure = true
    defer { Self.isExpectingFailure = false }
    let problem = await swiftTestingProblem(filter: ["WebKitTestingTests.FailingTests"], skip: [])
    XCTAssertEqual(problem, "Tests of Swift Testing failed; the output of Swift Testing names them.")
  }

  func testAFilterWithoutMatchesIsReportedAsAProblem() async {
    let filter = ["WebKitTestingTests.WebViewTests"]
    let problem = await swiftTestingProblem(filter: filter, skip: filter)
    XCTAssertEqual(problem, "Swift Testing found no test that matches; check `filter` and `skip`.")
  }
}
