import TodayWebViewBridge
import XCTest

extension XCTestCase {
  /// Runs a test once on each surface, and reports the surface of a failure.
  @MainActor func onSurfaces(
    _ surfaces: [TodaySurface] = [
      .ios, .macos, .android(.port), .android(.interface), .windows(.messages), .windows(.hostObject),
    ],
    _ test: (TodaySurface) async throws -> Void
  ) async throws {
    for surface in surfaces {
      let failures = testRun?.failureCount ?? 0
      do {
        try await test(surface)
      } catch {
        XCTFail("on \(surface): \(error)")
      }
      if (testRun?.failureCount ?? 0) > failures { XCTFail("the failures above are on \(surface)") }
    }
  }
}
