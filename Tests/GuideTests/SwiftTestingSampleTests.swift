#if os(Linux)
import GuideSamples
import WebKitTesting
import XCTest

/// A test that runs the guide's Swift Testing test on the main thread. The guide's own XCTest method is only compiled,
/// because it would run every test of this program.
final class SwiftTestingSampleTests: XCTestCase {
  @MainActor func testTheGuidesTestRuns() async {
    await runSwiftTesting(filter: ["GuideSamples.CountingTests"])
  }
}
#endif
