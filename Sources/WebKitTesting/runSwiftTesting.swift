import Foundation
import Testing
import XCTest

/// Runs Swift Testing's tests on the main thread, where web views must be, and fails if one of the tests fails.
///
/// Swift Testing on Linux leaves the main thread before it runs tests. The main actor is then on other threads, and the
/// program stops at the first web view. XCTest stays on the main thread, so one of its methods can run the tests:
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
/// `swift test --disable-swift-testing` runs only this method; the command's filter does not reach Swift Testing.
/// Without that option, `swift test` also runs Swift Testing separately, where tests with a web view need the trait
/// `.ifOnMainThread`. A test program contains all tests of its package. If several targets have such a method, each
/// must name its own tests in `filter`.
///
/// On Apple's platforms Swift Testing's main actor is on the main thread. This function is not needed there, and does
/// not exist.
///
/// - Parameters:
///   - filter: regular expressions, as in `swift test --filter`. A test runs if one of them matches its identifier,
///     such as `MyTests/WalletTests/pays()`. All tests run if the array is empty.
///   - skip: regular expressions for the tests that must not run.
@MainActor public func runSwiftTesting(
  filter: [String] = [], skip: [String] = [], file: StaticString = #filePath, line: UInt = #line
) async {
  if let problem = await swiftTestingProblem(filter: filter, skip: skip) { XCTFail(problem, file: file, line: line) }
}

/// Runs Swift Testing's tests. Returns a description of the problem; nil if all tests passed.
@MainActor package func swiftTestingProblem(filter: [String], skip: [String]) async -> String? {
  precondition(Thread.isMainThread, "Call runSwiftTesting() in an XCTest method, on the main thread.")
  var arguments = __CommandLineArguments_v0()
  if !filter.isEmpty { arguments.filter = filter }
  if !skip.isEmpty { arguments.skip = skip }
  // Use the variant that returns a status, because the variant that returns `Never` would end the program.
  let status: CInt = await __swiftPMEntryPoint(passing: arguments)
  return switch status {
  case EXIT_SUCCESS: nil
  case noTestsFound: "Swift Testing found no test that matches; check `filter` and `skip`."
  default: "Tests of Swift Testing failed; the output of Swift Testing names them."
  }
}

/// The status of Swift Testing's entry point if no test ran: the system's `EX_UNAVAILABLE`.
private let noTestsFound: CInt = 69

extension Trait where Self == ConditionTrait {
  /// A trait that skips the test unless the main actor is on the main thread, as it is in
  /// `runSwiftTesting(filter:skip:file:line:)`.
  public static var ifOnMainThread: Self {
    .enabled("The main actor is not on the main thread; run this test with runSwiftTesting().") {
      await MainActor.run { Thread.isMainThread }
    }
  }
}
