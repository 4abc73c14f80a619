/// Screens of which the payment sheet is left out, as if every payment were approved, unless it costs something else than
/// the app knew: for local testing without dialogs.
@MainActor package final class UnattendedPayments: OnsideInterface {
  private let screens: any OnsideInterface

  package init(_ screens: any OnsideInterface) {
    self.screens = screens
  }

  package func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    try await screens.presentLogin(screen)
  }

  package func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    if sheet.occasion == .first { return OnsidePaymentApproval() }
    return try await screens.presentPayment(sheet)
  }

  package func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {
    screens.paymentDidEnd(sheet, outcome)
  }

  package func presentPaymentMethods(
    _ screen: OnsidePaymentMethodsScreen
  ) async throws(OnsidePaymentMethodsManagerError) {
    try await screens.presentPaymentMethods(screen)
  }
}
