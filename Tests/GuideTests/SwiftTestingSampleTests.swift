#if os(Linux)
import GuideSamples
import WebKitTesting
import XCTest

/// The guide's test of Swift Testing runs on the main thread. The guide's own XCTest method runs every test of its
/// program, so it is compiled, but not run here.
final class SwiftTestingSampleTests: XCTestCase {
  @MainActor func testTheGuidesTestRuns() async {
    await runSwiftTesting(filter: ["GuideSamples.CountingTests"])
  }
}
#endif
