/// The screens that the SDK shows: windows on Linux, SwiftUI views on Apple's platforms, and scripted answers in tests.
///
/// Each `present…` method returns when the user has finished with its screen. Cancelling the task dismisses the screen,
/// as if the user had done so.
@MainActor public protocol OnsideInterface: AnyObject {
  /// Shows the login screen. Returns when the user is logged in, and throws if the user dismissed the screen.
  func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError)

  /// Shows a payment sheet. Returns when the user approved exactly what the sheet shows, and throws
  /// ``OnsidePaymentTransactionError/cancelled`` if the user dismissed the sheet.
  ///
  /// - Returns: the details that the user approved besides the product and its price, such as the payment method. The
  ///   SDK charges no other payment method.
  func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval

  /// Reports how an approved payment ended, for a sheet that stays on the screen until then.
  func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome)

  /// Shows the user's payment methods, and returns when the user has closed the screen.
  func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError)
}

extension OnsideInterface {
  /// Does nothing. This is enough for an interface whose sheet closes when the user approves.
  public func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {}
}

/// The details that a user approved on a payment sheet, besides the product and its price.
public struct OnsidePaymentApproval: Hashable, Sendable {
  /// The id of the payment method that the sheet named; nil if it named none.
  public var paymentMethod: OnsidePaymentMethod.ID?

  /// Creates an approval. A custom interface returns it when the user approves the sheet.
  public init(paymentMethod: OnsidePaymentMethod.ID? = nil) {
    self.paymentMethod = paymentMethod
  }
}

/// The outcome of an approved payment.
public enum OnsidePaymentOutcome: Hashable, Sendable {
  /// The payment succeeded.
  case paid
  /// The payment was refused. The value is the reason, as a text for the user.
  case refused(String)
  /// The outcome is not known yet, and the SDK asks the store again. May be reported several times, until one of the
  /// other outcomes follows.
  case delayed
}
