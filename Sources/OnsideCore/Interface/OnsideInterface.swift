/// The screens that the SDK shows: windows on Linux, SwiftUI on Apple's platforms, a script in tests.
///
/// Each call returns when its screen is gone. Cancelling the task takes the screen away, as if the user had dismissed it.
@MainActor public protocol OnsideInterface: AnyObject {
  /// Lets the user log in: returns when that has succeeded, throws if the user dismissed it.
  func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError)

  /// Asks the user to pay: returns when the user approved exactly what the sheet shows, and throws
  /// ``OnsidePaymentTransactionError/cancelled`` if the user dismissed it.
  ///
  /// - Returns: what the sheet showed besides the product and its price, which alone may be charged.
  func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval

  /// Told how a payment that was approved ended: for a sheet that stays until then.
  func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome)

  /// Shows the user's payment methods; returns when the user has closed the screen.
  func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError)
}

extension OnsideInterface {
  /// Nothing: the sheet is gone already.
  public func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {}
}

/// What a user approved on a payment sheet, besides the product and its price.
public struct OnsidePaymentApproval: Hashable, Sendable {
  /// The id of the payment method that the sheet named; nil if it named none.
  public var paymentMethod: OnsidePaymentMethod.ID?

  /// An approval.
  public init(paymentMethod: OnsidePaymentMethod.ID? = nil) {
    self.paymentMethod = paymentMethod
  }
}

/// How a payment that was approved ended.
public enum OnsidePaymentOutcome: Hashable, Sendable {
  /// It is paid.
  case paid
  /// It is not; why, in words for the user.
  case refused(String)
  /// It is not known: the store could not be reached, and is asked again. May be told several times, and then one of the
  /// others.
  case delayed
}
