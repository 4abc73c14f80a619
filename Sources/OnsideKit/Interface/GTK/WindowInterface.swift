#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayPrompts
import Foundation
import OnsideCore
import WebKit

/// The SDK's screens as windows, one at a time, in the order in which they are requested.
@MainActor public final class WindowInterface: OnsideInterface {
  private let prompts = PromptQueue<String>()
  private let openDisplay: @MainActor () throws -> Void
  private let startTimer: StartTimer

  /// The current login window, for tests.
  private(set) var login: LoginWindow?
  /// The current payment window.
  private(set) var payment: PaymentWindow?
  /// The current window of the payment methods, for tests.
  private(set) var paymentMethods: PaymentMethodsWindow?

  /// Creates the screens. The display is opened when the first screen is shown; see `GLibMainLoop.start()`.
  public convenience init() {
    self.init(openDisplay: GLibMainLoop.start, startTimer: { GLibTimer($0, $1) })
  }

  /// - Parameters:
  ///   - openDisplay: opens the display; throws if no window can be shown.
  ///   - startTimer: starts a timer.
  init(openDisplay: @escaping @MainActor () throws -> Void, startTimer: @escaping StartTimer) {
    self.openDisplay = openDisplay
    self.startTimer = startTimer
  }

  // MARK: Login

  /// Shows the login in a window. Without a display, the login counts as dismissed.
  public func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    guard await takeTurn(for: screen.requestingOrigin) == .taken else { throw .loginDiscarded }
    let window = LoginWindow(screen, startTimer: startTimer)
    login = window
    window.dialog.show(before: PageWindow.first, focus: window.firstFocus)
    let isLoggedIn = await window.result()
    window.dialog.close()
    login = nil
    prompts.pass()
    guard isLoggedIn else { throw .loginDiscarded }
  }

  // MARK: Payment

  /// Shows the payment sheet in a window. The window stays open until ``paymentDidEnd(_:_:)`` is called.
  public func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    let window = try await paymentWindow(for: sheet)
    return try await window.model.answer()
  }

  /// Shows the outcome of the payment in the payment sheet, unless the user has closed it.
  public func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {
    guard let payment, payment.sheet.id == sheet.id else { return }
    payment.model.end(outcome)
  }

  /// Returns a window that asks for approval: the current one if it shows this payment, otherwise a new one.
  private func paymentWindow(for sheet: OnsidePaymentSheet) async throws(OnsidePaymentTransactionError) -> PaymentWindow
  {
    // The payment is in progress and needs another approval, for example at a new price. The window keeps its turn.
    if let payment, payment.sheet.id == sheet.id, payment.state == .paying {
      payment.model.ask(sheet)
      return payment
    }
    switch await takeTurn(for: sheet.requestingOrigin) {
    case .taken: break
    case .cancelled: throw .cancelled
    case .refused: throw .presentationFailed
    }
    let window = PaymentWindow(sheet, startTimer: startTimer)
    payment = window
    window.model.onEndOfTurn = { [prompts] in prompts.pass() }
    window.model.onLeave = { [weak self, weak window] in
      guard let window else { return }
      window.dialog.close()
      if self?.payment === window { self?.payment = nil }
      window.model.endTurn()
    }
    window.dialog.show(before: PageWindow.first, focus: window.cancel)
    return window
  }

  // MARK: Payment methods

  /// Shows the payment methods in a window.
  public func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError)
  {
    switch await takeTurn(for: screen.requestingOrigin) {
    case .taken: break
    case .cancelled: return
    case .refused: throw .presentationFailed
    }
    let window = PaymentMethodsWindow(screen, startTimer: startTimer)
    paymentMethods = window
    window.dialog.show(before: PageWindow.first, focus: window.close)
    let end = await window.result()
    window.dialog.close()
    paymentMethods = nil
    prompts.pass()
    if end == .notSupportedInLocalTesting { throw .notSupportedInLocalTesting }
  }

  // MARK: Turns

  /// Waits until a screen may be shown.
  private func takeTurn(for requestingOrigin: String?) async -> ScreenTurn {
    let turn = await prompts.takeTurn(for: requestingOrigin)
    guard turn == .taken else { return turn }
    do {
      try openDisplay()
    } catch {
      prompts.pass()
      return .refused
    }
    // A payment window that is still open shows a delayed payment and has given up its turn. Close it before another
    // screen is shown.
    payment?.leave()
    return .taken
  }
}
#endif
