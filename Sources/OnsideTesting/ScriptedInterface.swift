import Foundation
import OnsideCore

/// An interface without windows that answers as configured, for tests and for programs without a display.
///
/// ```swift
/// let interface = ScriptedInterface()
/// interface.payment = .cancel
/// ```
///
/// An answer comes in a later turn of the main actor, as a user's answer does.
@MainActor public final class ScriptedInterface: OnsideInterface {
  /// The answer to a login screen.
  public enum LoginAnswer: Hashable, Sendable {
    /// Logs in with this credential. If that fails, the login counts as dismissed.
    case succeed(OnsideCredential)
    /// Dismisses the screen.
    case discard
  }

  /// The answer to a payment sheet.
  public enum PaymentAnswer: Hashable, Sendable {
    /// Approves the sheet at any price.
    case approve
    /// Dismisses the screen.
    case cancel
    /// Fails with this error, for example because the sheet could not be shown.
    case fail(OnsidePaymentTransactionError)
  }

  /// The answer to each login screen.
  public var login: LoginAnswer
  /// Returns the digits of a code that the store has sent; nil if the user did not receive it, which dismisses the
  /// login. The default returns the digits of local testing, and nil for other stores.
  public var readCode: @MainActor (OnsideLoginCode) async -> String? = { $0.testDigits }
  /// Signs in on a provider's sign-in page and returns the callback; nil if the user closed the browser, which
  /// dismisses the login. The default returns nil.
  public var browse: @MainActor (OnsideBrowserLogin) async -> URL? = { _ in nil }
  /// The answer to each payment sheet, except for ``declined``.
  public var payment: PaymentAnswer
  /// The answer to a sheet that reports a declined payment method. An approval would pay with the same method again.
  public var declined = PaymentAnswer.cancel
  /// The id of the payment method in approvals; if it is nil, the store charges the default one.
  public var paymentMethod: OnsidePaymentMethod.ID?
  /// The error of the payment methods screen; nil if the user closes the screen.
  public var paymentMethods: OnsidePaymentMethodsManagerError?

  /// The login screens that were shown, oldest first.
  public private(set) var shownLogins: [OnsideLoginScreen] = []
  /// The errors of failed logins, oldest first.
  public private(set) var loginErrors: [OnsideServiceError] = []
  /// The payment sheets that were shown, oldest first. A payment whose price changed is listed twice.
  public private(set) var shownSheets: [OnsidePaymentSheet] = []
  /// The outcomes of approved payments, oldest first.
  public private(set) var outcomes: [(sheet: OnsidePaymentSheet, outcome: OnsidePaymentOutcome)] = []
  /// The payment methods screens that were shown, oldest first.
  public private(set) var shownPaymentMethods: [OnsidePaymentMethodsScreen] = []

  /// Creates an interface with these answers.
  public init(login: LoginAnswer = .succeed(.email("user@example.com")), payment: PaymentAnswer = .approve) {
    self.login = login
    self.payment = payment
  }

  /// Answers with ``login``.
  public func presentLogin(_ screen: OnsideLoginScreen) async throws(OnsideLoginError) {
    shownLogins.append(screen)
    await Task.yield()
    guard !Task.isCancelled, case .succeed(let credential) = login else { throw .loginDiscarded }
    do throws(OnsideServiceError) {
      switch try await screen.submit(credential) {
      case .done: return
      case .code(let code):
        guard let digits = await readCode(code) else { throw OnsideServiceError.cancelled }
        try await screen.finish(.code(code, digits: digits))
      case .browser(let login):
        guard let url = await browse(login) else { throw OnsideServiceError.cancelled }
        try await screen.finish(.callback(login, url: url))
      }
    } catch {
      loginErrors.append(error)
      throw .loginDiscarded
    }
  }

  /// Answers with ``payment``.
  public func presentPayment(
    _ sheet: OnsidePaymentSheet
  ) async throws(OnsidePaymentTransactionError) -> OnsidePaymentApproval {
    shownSheets.append(sheet)
    await Task.yield()
    guard !Task.isCancelled else { throw .cancelled }
    let isDeclined = if case .declined = sheet.occasion { true } else { false }
    switch isDeclined ? declined : payment {
    case .approve: return OnsidePaymentApproval(paymentMethod: paymentMethod)
    case .cancel: throw .cancelled
    case .fail(let error): throw error
    }
  }

  /// Appends the outcome to ``outcomes``.
  public func paymentDidEnd(_ sheet: OnsidePaymentSheet, _ outcome: OnsidePaymentOutcome) {
    outcomes.append((sheet, outcome))
  }

  /// Answers with ``paymentMethods``.
  public func presentPaymentMethods(_ screen: OnsidePaymentMethodsScreen) async throws(OnsidePaymentMethodsManagerError)
  {
    shownPaymentMethods.append(screen)
    await Task.yield()
    if let paymentMethods, !Task.isCancelled { throw paymentMethods }
  }
}
