#if os(Linux)
import CausewayGTK
import Foundation
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import OnsideCore
@testable import OnsideKit

/// A base class for tests that show a window of payment methods.
class MethodsWindowTestCase: XCTestCase {
  @MainActor static var timers = HandTimers()

  /// Presents the screen. The value of the returned task is the error with which the screen ends, or nil.
  @MainActor func present(
    _ store: MethodsStore, by interface: WindowInterface
  ) -> Task<OnsidePaymentMethodsManagerError?, Never> {
    Task {
      do throws(OnsidePaymentMethodsManagerError) {
        try await interface.presentPaymentMethods(store.screen)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Shows a store's payment methods, runs `body` with the window, and closes the window.
  @MainActor func show(
    _ store: MethodsStore, _ body: (PaymentMethodsWindow) async throws -> Void
  ) async throws {
    try GLibMainLoop.start()
    Self.timers = HandTimers()
    let interface = WindowInterface(openDisplay: GLibMainLoop.start, startTimer: Self.timers.start)
    let before = OnScreen.windows
    let end = present(store, by: interface)
    try await eventually("the window is painted") { interface.paymentMethods?.dialog.isSeen == true }
    let window = try XCTUnwrap(interface.paymentMethods)
    try await body(window)
    OnScreen.press(window.close)
    let error = try await within("the end") { await end.value }
    XCTAssertNil(error)
    XCTAssertNil(interface.paymentMethods)
    XCTAssertEqual(OnScreen.windows, before)
  }

  /// Waits until the window has the rows of these payment methods, and until the rows can be changed.
  @MainActor func rows(_ ids: [String], in window: PaymentMethodsWindow) async throws {
    try await eventually("\(ids) are there") { window.rows.map(\.method.id) == ids }
    Self.timers.fire()
  }
}
#endif
