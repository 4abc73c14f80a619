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

/// A base class for tests that show payment sheets in windows, one at a time. The test fires their timers.
class PaymentWindowTestCase: XCTestCase {
  @MainActor static var timers = HandTimers()

  @MainActor func interface() throws -> WindowInterface {
    try GLibMainLoop.start()
    Self.timers = HandTimers()
    return WindowInterface(openDisplay: GLibMainLoop.start, startTimer: Self.timers.start)
  }

  /// The result of a sheet: the error, or nil for an approval.
  typealias Answer = OnsidePaymentTransactionError?

  @MainActor func present(_ sheet: OnsidePaymentSheet, by interface: WindowInterface) -> Task<Answer, Never> {
    Task {
      do throws(OnsidePaymentTransactionError) {
        _ = try await interface.presentPayment(sheet)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Returns the window of a sheet after it is painted.
  @MainActor func window(
    of sheet: OnsidePaymentSheet, by interface: WindowInterface
  ) async throws -> PaymentWindow {
    try await eventually("the sheet is painted") {
      interface.payment?.sheet == sheet && interface.payment?.dialog.isSeen == true
    }
    return try XCTUnwrap(interface.payment)
  }

  /// Shows a sheet and approves it. Returns its window after the approval was delivered.
  @MainActor func approved(
    _ sheet: OnsidePaymentSheet, by interface: WindowInterface
  ) async throws -> PaymentWindow {
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try approve(window)
    let result = try await within("an answer") { await answer.value }
    XCTAssertNil(result)
    return window
  }

  @MainActor func approve(_ window: PaymentWindow) throws {
    Self.timers.fire()
    OnScreen.press(try XCTUnwrap(window.pay))
  }
}
#endif
