#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
import Causeway
import CausewayPrompts
import Foundation
import OnsideCore
import SwiftUI

/// The SDK's screens as SwiftUI sheets, one at a time, in the order in which they are asked for.
@MainActor public final class SheetInterface: OnsideInterface {
  private let prompts = PromptQueue<String>()
  private let host: ScreenHost
  /// The payment sheet that is there, and what shows it.
  private var payment: (model: PaymentModel, presented: ScreenHost.Presented)?

  #if canImport(UIKit)
  /// - Parameter scene: where a screen is shown; nil for the scene in the foreground.
  public init(scene: @escaping @MainActor (OnsideScreen) -> UIWindowScene? = { _ in nil }) {
    host = ScreenHost(scene: scene)
  }
  #else
  /// The screens are sheets of the main window, or windows of their own if there is none.
  public init() {
    host = ScreenHost()
  }
  #endif

  /// Shows the login. Where there is no window to show it in, it counts as dismissed.
  public func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    guard await takePlace(for: screen.asker) == .taken else { throw .loginDiscarded }
    defer { prompts.pass() }
    let model = LoginModel(screen, browser: WebAuthenticationBrowser { [host] in host.anchor(for: .login) })
    let view = LoginView(model: model, screen: screen)
    guard
      let presented = host.present(view, .login, screen.theme, onDismiss: { [weak model] in model?.flow.dismiss() })
    else { throw .loginDiscarded }
    model.onDismiss = { [weak presented] in presented?.beginToClose() }
    let isLoggedIn = await model.flow.result()
    await presented.close()
    guard isLoggedIn else { throw .loginDiscarded }
  }

  /// Shows the payment sheet, which stays until ``paymentDidEnd(_:_:)``.
  public func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    let model = try await paymentModel(for: sheet)
    do throws(OnsidePaymentTransactionError) {
      return try await model.approval.result().get()
    } catch {
      model.leave()
      throw error
    }
  }

  /// Says in the payment sheet how the payment ended, if the user has not closed it.
  public func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {
    guard let model = payment?.model, model.sheet.id == sheet.id else { return }
    model.end(outcome)
  }

  /// Shows the payment methods.
  public func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError)
  {
    switch await takePlace(for: screen.asker) {
    case .taken: break
    case .cancelled: return
    case .refused: throw .presentationFailed
    }
    defer { prompts.pass() }
    let model = PaymentMethodsModel(screen)
    let view = PaymentMethodsView(model: model, asker: screen.shownAsker)
    guard
      let presented = host.present(view, .paymentMethods, screen.theme, onDismiss: { [weak model] in model?.close() })
    else { throw .presentationFailed }
    let end = await model.result()
    await presented.close()
    if end == .notSupportedInLocalTesting { throw .notSupportedInLocalTesting }
  }

  /// A sheet that asks.
  private func paymentModel(for sheet: OnsidePaymentSheet) async throws(OnsidePaymentTransactionError) -> PaymentModel {
    // The price of one that waits for the end of its payment has changed: it is still its turn.
    if let model = payment?.model, model.sheet.id == sheet.id, model.state == .paying {
      model.ask(sheet)
      return model
    }
    switch await takePlace(for: sheet.asker) {
    case .taken: break
    case .cancelled: throw .cancelled
    case .refused: throw .presentationFailed
    }
    let model = PaymentModel(sheet)
    let view = PaymentView(model: model)
    guard let presented = host.present(view, .payment, sheet.theme, onDismiss: { [weak model] in model?.leave() })
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
        // Only now: nothing can be presented by what is being dismissed.
        model.endTurn()
      }
    }
    return model
  }

  private enum Place {
    /// It is its turn.
    case taken
    /// A page has asked for too many screens.
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
    // One that is delayed has had its turn, and stayed as long as there was nothing else.
    if let payment {
      payment.model.leave()
      await payment.presented.close()
    }
    return .taken
  }
}
#endif
