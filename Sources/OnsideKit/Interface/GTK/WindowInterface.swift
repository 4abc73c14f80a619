#if os(Linux)
import CWebKitGTK
import Causeway
import CausewayGTK
import CausewayPrompts
import Foundation
import OnsideCore
import WebKit

/// The SDK's screens as windows, one at a time, in the order in which they are asked for.
@MainActor public final class WindowInterface: OnsideInterface {
  private let prompts = PromptQueue<String>()
  private let openDisplay: @MainActor () throws -> Void
  private let startTimer: GLibTimer.Start

  /// The login that is there, for tests.
  private(set) var login: LoginWindow?
  /// The payment sheet that is there.
  private(set) var payment: PaymentWindow?
  /// The screen of the payment methods that is there, for tests.
  private(set) var paymentMethods: PaymentMethodsWindow?

  /// The screens of a program that has a display, or gets along without: see `GLibMainLoop.start()`.
  public convenience init() {
    self.init(openDisplay: GLibMainLoop.start, startTimer: { GLibTimer($0, $1) })
  }

  /// - Parameters:
  ///   - openDisplay: throws if no window can be shown.
  ///   - startTimer: how time passes.
  init(openDisplay: @escaping @MainActor () throws -> Void, startTimer: @escaping GLibTimer.Start) {
    self.openDisplay = openDisplay
    self.startTimer = startTimer
  }

  // MARK: Login

  /// Shows the login in a window. Without a display it counts as dismissed.
  public func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    guard await takePlace(for: screen.asker) == .taken else { throw .loginDiscarded }
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

  /// Shows the payment sheet in a window, which stays until ``paymentDidEnd(_:_:)``.
  public func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    let window = try await paymentWindow(for: sheet)
    do throws(OnsidePaymentTransactionError) {
      return try await window.approval.result().get()
    } catch {
      window.leave()
      throw error
    }
  }

  /// Says in the payment sheet how the payment ended, if the user has not closed it.
  public func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {
    guard let payment, payment.sheet.id == sheet.id else { return }
    payment.end(outcome)
  }

  /// A window that asks.
  private func paymentWindow(for sheet: OnsidePaymentSheet) async throws(OnsidePaymentTransactionError) -> PaymentWindow
  {
    // The price of one that waits for the end of its payment has changed: it is still its turn.
    if let payment, payment.sheet.id == sheet.id, payment.state == .paying {
      payment.ask(sheet)
      return payment
    }
    switch await takePlace(for: sheet.asker) {
    case .taken: break
    case .cancelled: throw .cancelled
    case .refused: throw .presentationFailed
    }
    let window = PaymentWindow(sheet, startTimer: startTimer)
    payment = window
    window.onEndOfTurn = { [prompts] in prompts.pass() }
    window.onLeave = { [weak self, unowned window] in
      window.dialog.close()
      if self?.payment === window { self?.payment = nil }
    }
    window.dialog.show(before: PageWindow.first, focus: window.cancel)
    return window
  }

  // MARK: Payment methods

  /// Shows the payment methods in a window.
  public func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError)
  {
    switch await takePlace(for: screen.asker) {
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

  private enum Place {
    /// It is its turn.
    case taken
    /// There is no display, or a page has asked for too many screens.
    case refused
    case cancelled
  }

  /// Waits until a screen can be shown.
  private func takePlace(for asker: String?) async -> Place {
    do {
      // Only pages are limited: what the app itself asks for has a name of its own each time.
      guard try await prompts.take(for: asker ?? UUID().uuidString) != nil else { return .refused }
    } catch {
      return .cancelled
    }
    do {
      try openDisplay()
    } catch {
      prompts.pass()
      return .refused
    }
    // One that is delayed has had its turn, and stayed as long as there was nothing else.
    payment?.leave()
    return .taken
  }
}
#endif
