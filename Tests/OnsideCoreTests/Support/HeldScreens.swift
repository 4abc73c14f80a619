import OnsideCore
import OnsideTesting

/// Screens that delay their answers until the test opens their gates.
@MainActor final class HeldScreens: OnsideInterface {
  private let screens: ScriptedInterface
  let login = Gate()
  let payment = Gate()
  /// The sheets that were withdrawn while they waited.
  private(set) var withdrawn: [OnsidePaymentSheet] = []

  init(_ screens: ScriptedInterface) {
    self.screens = screens
  }

  func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    await login.pass()
    try await screens.presentLogin(screen)
  }

  func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    await payment.pass()
    if Task.isCancelled { withdrawn.append(sheet) }
    return try await screens.presentPayment(sheet)
  }

  func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {
    screens.paymentDidEnd(sheet, outcome)
  }

  func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError) {
    try await screens.presentPaymentMethods(screen)
  }
}
