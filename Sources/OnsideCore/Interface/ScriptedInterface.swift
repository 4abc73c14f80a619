import Foundation

/// Screens without a window, which answer as they are told: for tests, and for programs without a display.
///
/// ```swift
/// let interface = ScriptedInterface()
/// interface.payment = .cancel
/// ```
///
/// Answers come in a later turn of the main actor, as a person's do.
@MainActor public final class ScriptedInterface: OnsideInterface {
  /// What a login screen comes to.
  public enum LoginAnswer: Hashable, Sendable {
    /// It logs in so; if that fails, the login is dismissed.
    case succeed(OnsideCredential)
    /// It is dismissed.
    case discard
  }

  /// What a payment sheet comes to.
  public enum PaymentAnswer: Hashable, Sendable {
    /// It is approved, at whatever price it shows.
    case approve
    /// It is dismissed.
    case cancel
    /// It could not be shown, or whatever else the error says.
    case fail(OnsidePaymentTransactionError)
  }

  /// How a login is answered.
  public var login: LoginAnswer
  /// The digits of a code that the store has sent; nil if the user has not got it, which dismisses the login. At first it
  /// knows those of local testing.
  public var readCode: @MainActor (OnsideLoginCode) async -> String? = { $0.testDigits }
  /// Signs in on a provider's sign-in page and gives the callback; nil if the user has closed the browser, which dismisses
  /// the login. At first it closes every browser.
  public var browse: @MainActor (OnsideBrowserLogin) async -> URL? = { _ in nil }
  /// How a payment is answered.
  public var payment: PaymentAnswer
  /// How a sheet is answered that says that the payment method was declined. Approving it again would pay with the same.
  public var declined = PaymentAnswer.cancel
  /// The id of the payment method that approved sheets name; nil if they name none: then the store charges the default one.
  public var paymentMethod: OnsidePaymentMethod.ID?
  /// What the screen of the payment methods comes to: nil if it is closed.
  public var paymentMethods: OnsidePaymentMethodsManagerError?

  /// The logins that were shown, the oldest first.
  public private(set) var shownLogins: [OnsideLoginScreen] = []
  /// Why logins failed, the oldest first.
  public private(set) var loginErrors: [OnsideServiceError] = []
  /// The payment sheets that were shown, the oldest first; one with a changed price is there twice.
  public private(set) var shownSheets: [OnsidePaymentSheet] = []
  /// How the payments that were approved ended, in that order.
  public private(set) var outcomes: [(sheet: OnsidePaymentSheet, outcome: OnsidePaymentOutcome)] = []
  /// The screens of the payment methods that were shown, the oldest first.
  public private(set) var shownPaymentMethods: [OnsidePaymentMethodsScreen] = []

  /// An interface with its answers.
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

  /// Keeps the outcome.
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
