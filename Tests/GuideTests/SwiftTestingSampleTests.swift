#if os(Linux)
import GuideSamples
import WebKitTesting
import XCTest

/// Runs the guide's Swift Testing test on the main thread. The guide's own XCTest method would run every test of this
/// program, so it is only compiled.
final class SwiftTestingSampleTests: XCTestCase {
  @MainActor func testTheGuidesTestRuns() async {
    await runSwiftTesting(filter: ["GuideSamples.CountingTests"])
  }
}
#endif
