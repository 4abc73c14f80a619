import OnsideCore

/// An interface that approves each payment without showing its first sheet, for local testing without dialogs. A later
/// sheet of the payment, such as one with a changed price, is shown.
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
