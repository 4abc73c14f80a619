import BitcoinLink
import WebTestSupport
import XCTest

extension XCTestCase {
  /// Runs a test once on each surface, with a new page each time, and reports the surface of a failure.
  @MainActor func onSurfaces(
    with frames: [SubFrame] = [], _ configuration: WalletLink.Configuration = .init(),
    _ test: (LinkPage) async throws -> Void
  ) async throws {
    for surface in LinkSurface.allCases {
      let failures = testRun?.failureCount ?? 0
      do {
        let page = LinkPage(surface, configuration)
        try await page.browser.open(with: frames)
        try await test(page)
      } catch {
        XCTFail("on \(surface): \(error)")
      }
      if (testRun?.failureCount ?? 0) > failures { XCTFail("the failures above are on \(surface)") }
    }
  }
}
