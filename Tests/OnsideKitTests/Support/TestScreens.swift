import OnsideKit
import WebTestSupport

/// Screens whose simulated user logs in and pays, unless the test sets another answer.
@MainActor final class TestScreens: OnsideInterface {
  /// The screens that were shown, in order.
  private(set) var shown: [OnsideScreen] = []
  private(set) var logins: [OnsideLoginScreen] = []
  private(set) var sheets: [OnsidePaymentSheet] = []
  private(set) var managers: [OnsidePaymentMethodsScreen] = []
  var dismissesLogin = false
  var paymentError: OnsidePaymentTransactionError?
  var managerError: OnsidePaymentMethodsManagerError?
  /// The gate that holds the user before the login and before the payment methods are closed. The gate is open at the
  /// start.
  var thinking = Gate()

  init() { thinking.open() }

  func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    shown.append(.login)
    logins.append(screen)
    await thinking.pass()
    if dismissesLogin { throw .loginDiscarded }
    do {
      _ = try await screen.submit(.email("ada@example.com"))
    } catch {
      throw .loginDiscarded
    }
  }

  func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    shown.append(.payment)
    sheets.append(sheet)
    if let paymentError { throw paymentError }
    return OnsidePaymentApproval()
  }

  func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError) {
    shown.append(.paymentMethods)
    managers.append(screen)
    await thinking.pass()
    if let managerError { throw managerError }
  }
}
