/// The screens with which a user pays: the payment sheet and the payment methods.
@MainActor struct PaymentScreens {
  let service: any OnsideService
  let interface: any OnsideInterface
  let look: ScreenLook
  let dismissals: DismissalLimit

  /// Shows the payment sheet of a transaction, and returns the user's approval.
  /// - Parameter session: the logged-in user's session; nil if no user is logged in.
  func present(
    _ machine: TransactionMachine, _ occasion: OnsidePaymentSheet.Occasion, in session: OnsideSession?
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    let requestingOrigin = machine.payment.requestingOrigin
    guard !dismissals.isExhausted(by: requestingOrigin) else { throw .cancelled }
    do throws(OnsidePaymentTransactionError) {
      let approval = try await interface.presentPayment(sheet(machine, occasion, in: session))
      dismissals.note(requestingOrigin, isDismissed: false)
      return approval
    } catch {
      dismissals.note(requestingOrigin, isDismissed: error == .cancelled)
      throw error
    }
  }

  /// Reports the outcome of a payment to the payment sheet of its transaction.
  func paymentDidEnd(_ machine: TransactionMachine, _ outcome: OnsidePaymentOutcome, in session: OnsideSession?) {
    interface.paymentDidEnd(sheet(machine, .first, in: session), outcome)
  }

  /// Returns the payment sheet of a transaction.
  func sheet(
    _ machine: TransactionMachine, _ occasion: OnsidePaymentSheet.Occasion, in session: OnsideSession?
  ) -> OnsidePaymentSheet {
    let requestingOrigin = machine.payment.requestingOrigin
    var sheet = OnsidePaymentSheet(
      id: machine.id, theme: look.theme(for: .payment), requestingOrigin: requestingOrigin,
      product: machine.payment.product, storefront: machine.storefront, occasion: occasion)
    // Another user may have logged in since the payment was added. This sheet must not show that user's name and
    // payment methods.
    if let session, session.account == machine.account {
      sheet.payer = session.name
      sheet.paymentMethods = paymentMethods(
        for: .payment, requestingOrigin: requestingOrigin, account: session.account)
    }
    return sheet
  }

  /// Returns the payment methods of an account, for the payment methods screen or for a payment sheet.
  func paymentMethods(
    for screen: OnsideScreen, requestingOrigin: String?, account: String
  ) -> OnsidePaymentMethodsScreen {
    let service = service
    return OnsidePaymentMethodsScreen(
      theme: look.theme(for: screen), requestingOrigin: requestingOrigin,
      load: { () async throws(OnsideServiceError) in try await service.paymentMethods(of: account) },
      add: { (card, key) async throws(OnsideServiceError) in
        try await service.addPaymentMethod(card, idempotencyKey: key, account: account)
      },
      use: { (id) async throws(OnsideServiceError) in try await service.usePaymentMethod(id, account: account) },
      remove: { (id) async throws(OnsideServiceError) in
        try await service.removePaymentMethod(id, account: account)
      })
  }
}
