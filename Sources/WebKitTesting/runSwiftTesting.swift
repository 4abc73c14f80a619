import Foundation
import Testing
import XCTest

/// Runs Swift Testing's tests on the main thread, where web views have to be, and fails if one of them fails.
///
/// Swift Testing on Linux leaves the main thread before it runs tests. The main actor is then on other threads, and the
/// program stops at the first web view. XCTest stays on the main thread, so that one of its methods can run them:
///
/// ```swift
/// import WebKitTesting
/// import XCTest
///
/// final class SwiftTestingTests: XCTestCase {
///   @MainActor func testSwiftTesting() async {
///     await runSwiftTesting()
///   }
/// }
/// ```
///
/// `swift test --disable-swift-testing` runs this method alone of the two; its filter does not reach Swift Testing. Without
/// that option, `swift test` runs Swift Testing once more on its own, and tests with a web view need the trait
/// `.ifOnMainThread` there. A program has all tests of its package, so that several targets with such a
/// method name theirs in `filter`.
///
/// On Apple's platforms Swift Testing's main actor is on the main thread; nothing of this is needed, or there.
///
/// - Parameters:
///   - filter: regular expressions, as `swift test --filter` takes them: tests run whose identifier, such as
///     `MyTests/WalletTests/pays()`, has a match of one of them. All tests run if there is none.
///   - skip: regular expressions of tests that do not run.
@MainActor public func runSwiftTesting(
  filter: [String] = [], skip: [String] = [], file: StaticString = #filePath, line: UInt = #line
) async {
  if let problem = await swiftTestingProblem(filter: filter, skip: skip) { XCTFail(problem, file: file, line: line) }
}

/// Runs Swift Testing's tests, and says what was wrong; nil if all of them passed.
@MainActor package func swiftTestingProblem(filter: [String], skip: [String]) async -> String? {
  precondition(Thread.isMainThread, "runSwiftTesting() is for an XCTest method, which is on the main thread")
  var arguments = __CommandLineArguments_v0()
  if !filter.isEmpty { arguments.filter = filter }
  if !skip.isEmpty { arguments.skip = skip }
  // The other form of this function ends the program.
  let status: CInt = await __swiftPMEntryPoint(passing: arguments)
  return switch status {
  case EXIT_SUCCESS: nil
  case noTestsFound: "Swift Testing found no test that matches."
  default: "Swift Testing's tests failed; it printed which."
  }
}

/// What Swift Testing's entry point gives if no test ran: the system's `EX_UNAVAILABLE`.
private let noTestsFound: CInt = 69

extension Trait where Self == ConditionTrait {
  /// The test is skipped unless the main actor is on the main thread, as it is in `runSwiftTesting(filter:skip:file:line:)`.
  public static var ifOnMainThread: Self {
    .enabled("The main actor is not on the main thread; run it by runSwiftTesting().") {
      await MainActor.run { Thread.isMainThread }
    }
  }
}
