#if os(Linux)
import CWebKitGTK
import CausewayGTK
import Foundation
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import OnsideCore
@testable import OnsideKit

/// The order of payment sheets and other screens: only one of them is shown at a time.
final class PaymentTurnTests: PaymentWindowTestCase {
  @MainActor func testOneScreenAtATimeInTheOrderOfTheRequests() async throws {
    let interface = try interface()
    let before = OnScreen.windows
    let sheets = (1...3).map { _ in Samples.sheet() }
    let answers = sheets.map { present($0, by: interface) }
    let login = Task { try await interface.presentLogin(Samples.login { _ in }) }
    let first = try await window(of: sheets[0], by: interface)
    try approve(first)
    _ = await answers[0].value
    // A sheet that is cancelled while it waits is never shown.
    answers[1].cancel()
    let cancelled = try await within("the end") { await answers[1].value }
    XCTAssertEqual(cancelled, .cancelled)
    // The first sheet must stay until its payment has ended.
    XCTAssertTrue(interface.payment === first)
    XCTAssertEqual(OnScreen.windows, before + 1)
    first.leave()
    let third = try await window(of: sheets[2], by: interface)
    XCTAssertNil(interface.login)
    XCTAssertEqual(OnScreen.windows, before + 1)
    OnScreen.press(try XCTUnwrap(third.cancel))
    try await eventually("the login is shown") { interface.login != nil }
    XCTAssertEqual(OnScreen.windows, before + 1)
    login.cancel()
    _ = try? await login.value
    XCTAssertEqual(OnScreen.windows, before)
  }

  @MainActor func testAtMostSixteenSheetsOfAPageWaitBehindTheFirst() async throws {
    let interface = try interface()
    let flood = (1...30).map { _ in present(Samples.sheet(), by: interface) }
    for task in flood[17...] {
      let answer = try await within("the answer of the refused sheet") { await task.value }
      XCTAssertEqual(answer, .presentationFailed)
    }
    // Sheets of the app itself are not limited.
    let own = (1...30).map { _ in present(Samples.sheet(requestingOrigin: nil), by: interface) }
    for task in flood + own { task.cancel() }
    for task in flood[..<17] + own {
      let answer = try await within("the answer of the withdrawn sheet") { await task.value }
      XCTAssertEqual(answer, .cancelled)
    }
  }
}
#endif
