#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import CausewayPrompts
import Foundation
import OnsideCore
import SwiftUI

/// The SDK's screens as SwiftUI sheets, one at a time, in the order in which they are requested.
@MainActor public final class SheetInterface: OnsideInterface {
  private let prompts = PromptQueue<String>()
  private let host: ScreenHost
  /// The current payment sheet, with the screen that shows it.
  private var payment: (model: PaymentModel, presented: ScreenHost.Presented)?

  #if canImport(UIKit)
  /// Creates screens that are sheets in front of the app's screens.
  /// - Parameter scene: returns the scene for a screen; nil for the scene in the foreground.
  public init(scene: @escaping @MainActor (OnsideScreen) -> UIWindowScene? = { _ in nil }) {
    host = ScreenHost(scene: scene)
  }
  #else
  /// Creates screens that are sheets of the main window, or separate windows if there is no main window.
  public init() {
    host = ScreenHost()
  }
  #endif

  /// Shows the login. If no window can show it, the login counts as dismissed.
  public func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    guard await takeTurn(for: screen.requestingOrigin) == .taken else { throw .loginDiscarded }
    defer { prompts.pass() }
    let model = LoginModel(
      screen, browser: WebAuthenticationBrowser { [host] in host.anchor(for: .login) }, delay: Self.delay(),
      startTimer: Self.startTimer)
    guard
      let presented = host.present(
        LoginView(model), .login, screen.theme, onDismiss: { [weak model] in model?.dismiss() })
    else { throw .loginDiscarded }
    model.onDismiss = { [weak presented] in presented?.beginToClose() }
    let isLoggedIn = await model.result()
    await presented.close()
    guard isLoggedIn else { throw .loginDiscarded }
  }

  /// Shows the payment sheet. The sheet stays open until ``paymentDidEnd(_:_:)`` is called.
  public func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    try await paymentModel(for: sheet).answer()
  }

  /// Shows the outcome of the payment in the payment sheet, unless the user has closed it.
  public func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {
    guard let model = payment?.model, model.state.sheet.id == sheet.id else { return }
    model.end(outcome)
  }

  /// Shows the payment methods.
  public func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError)
  {
    switch await takeTurn(for: screen.requestingOrigin) {
    case .taken: break
    case .cancelled: return
    case .refused: throw .presentationFailed
    }
    defer { prompts.pass() }
    let model = PaymentMethodsModel(screen, delay: Self.delay())
    guard
      let presented = host.present(
        PaymentMethodsView(model), .paymentMethods, screen.theme, onDismiss: { [weak model] in model?.leave() })
    else { throw .presentationFailed }
    let end = await model.result()
    await presented.close()
    if end == .notSupportedInLocalTesting { throw .notSupportedInLocalTesting }
  }

  /// Returns a sheet that asks for approval: the current one if it shows this payment, otherwise a new one.
  private func paymentModel(for sheet: OnsidePaymentSheet) async throws(OnsidePaymentTransactionError) -> PaymentModel {
    // The payment is in progress and needs another approval, for example at a new price. The sheet keeps its turn.
    if let model = payment?.model, model.state.sheet.id == sheet.id, model.state.phase == .paying, !model.isOver {
      model.ask(sheet)
      return model
    }
    switch await takeTurn(for: sheet.requestingOrigin) {
    case .taken: break
    case .cancelled: throw .cancelled
    case .refused: throw .presentationFailed
    }
    let model = PaymentModel(sheet, delay: Self.delay(), startTimer: Self.startTimer)
    guard
      let presented = host.present(
        PaymentView(model), .payment, sheet.theme, onDismiss: { [weak model] in model?.leave() })
    else {
      prompts.pass()
      throw .presentationFailed
    }
    payment = (model, presented)
    model.onEndOfTurn = { [prompts] in prompts.pass() }
    model.onLeave = { [weak self, weak model, weak presented] in
      guard let model else { return }
      let interface = self
      let screen = presented
      Task {
        await screen?.close()
        if interface?.payment?.model === model { interface?.payment = nil }
        // End the turn only now, because a screen that is being dismissed cannot present another one.
        model.endTurn()
      }
    }
    return model
  }

  private static let startTimer: StartTimer = { SleepingTimer($0, $1) }

  private static func delay() -> ApprovalDelay { ApprovalDelay(startTimer: startTimer) }

  /// Waits until a screen may be shown.
  private func takeTurn(for requestingOrigin: String?) async -> ScreenTurn {
    let turn = await prompts.takeTurn(for: requestingOrigin)
    guard turn == .taken else { return turn }
    // A payment sheet that is still open shows a delayed payment and has given up its turn. Close it before another
    // screen is shown.
    if let payment {
      payment.model.leave()
      await payment.presented.close()
    }
    return .taken
  }
}
#endif
