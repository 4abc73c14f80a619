import Foundation
import OnsideTesting
import Testing

@testable import OnsideCore

/// Screens that give the answers that a test has set.
@MainActor @Suite struct ScriptedInterfaceTests {
  private func makeSheet() -> OnsidePaymentSheet {
    OnsidePaymentSheet(
      id: UUID(), theme: .auto, requestingOrigin: "https://shop.example",
      product: OnsideProduct(
        productIdentifier: "news.pro", localizedTitle: "Newsroom Pro", localizedDescription: "All articles.",
        price: OnsidePrice(value: 4.99, currencyCode: "EUR")),
      storefront: OnsideStorefront(id: "1", countryCode: "DE"), occasion: .first)
  }

  private func login(
    _ submit: @escaping (OnsideCredential) async throws(OnsideServiceError) -> Void = { _ in }
  ) -> OnsideLoginScreen {
    OnsideLoginScreen(
      theme: .auto, requestingOrigin: nil, forcesLocalMethods: false, countryCode: nil,
      submit: { (credential) async throws(OnsideServiceError) in
        try await submit(credential)
        return .done(OnsideSession(account: "ada", storefront: OnsideStorefront(id: "1", countryCode: "DE")))
      },
      finish: { (_) async throws(OnsideServiceError) in throw .notLoggedIn })
  }

  /// Returns a login that requests a code, as local testing does.
  private func codeLogin(_ testDigits: String?, entered: @escaping (String) -> Void) -> OnsideLoginScreen {
    var screen = login()
    screen.submit = { (credential) async throws(OnsideServiceError) in
      .code(
        OnsideLoginCode(
          id: "1", credential: credential, length: 6, lifetime: .seconds(600), resendDelay: .seconds(30),
          testDigits: testDigits))
    }
    screen.finish = { (proof) async throws(OnsideServiceError) in
      if case .code(_, let digits) = proof { entered(digits) }
    }
    return screen
  }

  @Test func aLoginEntersTheCodeOfLocalTestingOrOfReadCode() async throws {
    let interface = ScriptedInterface()
    var entered: [String] = []
    try await interface.presentLogin(codeLogin("123456") { entered.append($0) })
    interface.readCode = { _ in "654321" }
    try await interface.presentLogin(codeLogin(nil) { entered.append($0) })
    #expect(entered == ["123456", "654321"])
  }

  @Test func aLoginWithoutItsCodeIsDiscarded() async {
    let interface = ScriptedInterface()
    await #expect(throws: OnsideLoginError.loginDiscarded) {
      try await interface.presentLogin(codeLogin(nil) { _ in Issue.record("A code was entered") })
    }
  }

  @Test func aLoginSucceedsWithItsCredential() async throws {
    let interface = ScriptedInterface(login: .succeed(.phone("+491701234567")))
    var submitted: [OnsideCredential] = []
    try await interface.presentLogin(login { submitted.append($0) })
    #expect(submitted == [.phone("+491701234567")])
    #expect(interface.shownLogins.count == 1)
  }

  @Test func aLoginThatIsDiscardedSubmitsNothing() async {
    let interface = ScriptedInterface(login: .discard)
    await #expect(throws: OnsideLoginError.loginDiscarded) {
      try await interface.presentLogin(login { _ in Issue.record("A credential was submitted") })
    }
  }

  @Test func aFailedLoginIsDiscardedAndItsErrorIsRecorded() async {
    let interface = ScriptedInterface()
    await #expect(throws: OnsideLoginError.loginDiscarded) {
      try await interface.presentLogin(
        login { _ async throws(OnsideServiceError) in throw .connectionError })
    }
    #expect(interface.loginErrors == [.connectionError])
  }

  @Test func aPaymentGetsTheConfiguredAnswer() async throws {
    let interface = ScriptedInterface(payment: .approve)
    let sheet = makeSheet()
    #expect(try await interface.presentPayment(sheet) == OnsidePaymentApproval())
    interface.paymentMethod = "visa"
    #expect(try await interface.presentPayment(sheet) == OnsidePaymentApproval(paymentMethod: "visa"))
    interface.payment = .cancel
    await #expect(throws: OnsidePaymentTransactionError.cancelled) { try await interface.presentPayment(sheet) }
    interface.payment = .fail(.presentationFailed)
    await #expect(throws: OnsidePaymentTransactionError.presentationFailed) {
      try await interface.presentPayment(sheet)
    }
    #expect(interface.shownSheets == [sheet, sheet, sheet, sheet])
  }

  @Test func aChangedPriceIsApprovedToo() async throws {
    let interface = ScriptedInterface()
    var sheet = makeSheet()
    _ = try await interface.presentPayment(sheet)
    sheet.product.price.value = 5.99
    sheet.priceHasChanged = true
    _ = try await interface.presentPayment(sheet)
    interface.paymentDidEnd(sheet, .paid)
    #expect(interface.shownSheets.map(\.product.price.value) == [4.99, 5.99])
    #expect(interface.outcomes.map(\.outcome) == [.paid])
    #expect(interface.outcomes.map(\.sheet) == [sheet])
  }

  @Test func answersComeInALaterTurn() async throws {
    let interface = ScriptedInterface()
    var isAnswered = false
    let payment = Task {
      _ = try await interface.presentPayment(makeSheet())
      isAnswered = true
    }
    // This task runs after the payment task, and before the code that waits for the payment task.
    let look = Task { (interface.shownSheets.count, isAnswered) }
    let (shown, wasAnswered) = await look.value
    #expect(shown == 1)
    #expect(!wasAnswered)
    try await payment.value
  }

  @Test func cancellingTheTaskDismissesTheScreen() async {
    let interface = ScriptedInterface()
    let payment = Task { try await interface.presentPayment(makeSheet()) }
    let login = Task { [self] in
      try await interface.presentLogin(self.login { _ in Issue.record("A credential was submitted") })
    }
    payment.cancel()
    login.cancel()
    await #expect(throws: OnsidePaymentTransactionError.cancelled) { try await payment.value }
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await login.value }
  }

  @Test func thePaymentMethodsAreClosedOrFail() async throws {
    let interface = ScriptedInterface()
    let screen = OnsidePaymentMethodsScreen(
      theme: .dark, requestingOrigin: nil, load: { () async throws(OnsideServiceError) in [] },
      add: { (_, _) async throws(OnsideServiceError) in throw .notLoggedIn },
      use: { _ async throws(OnsideServiceError) in }, remove: { _ async throws(OnsideServiceError) in })
    try await interface.presentPaymentMethods(screen)
    interface.paymentMethods = .notSupportedInLocalTesting
    await #expect(throws: OnsidePaymentMethodsManagerError.notSupportedInLocalTesting) {
      try await interface.presentPaymentMethods(screen)
    }
    #expect(interface.shownPaymentMethods.map(\.theme) == [.dark, .dark])
  }
}
