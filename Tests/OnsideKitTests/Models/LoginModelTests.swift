import CausewayPrompts
import Foundation
import Testing
import WebTestSupport

@testable import OnsideCore
@testable import OnsideKit

/// The model of the login, without a window. The tests run on every platform.
@MainActor struct LoginModelTests {
  /// A browser that cannot be shown, as in an app without a window.
  private final class NoBrowser: LoginBrowser {
    func open(
      _ login: OnsideBrowserLogin, onCallback: @escaping @MainActor (URL) -> Bool,
      onEnd: @escaping @MainActor (LoginBrowserEnd) -> Void
    ) {
      onEnd(.unavailable)
    }

    func close() {}
  }

  /// A store that sends codes to addresses and numbers, and logs in with any digits.
  @MainActor private final class Store {
    var sent: [OnsideCredential] = []
    var entered: [String] = []
    var errors: [OnsideServiceError] = []
    var gate: Gate?

    private func answer() async throws(OnsideServiceError) {
      await gate?.pass()
      if !errors.isEmpty { throw errors.removeFirst() }
    }

    func send(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep {
      sent.append(credential)
      try await answer()
      if case .federated(let provider) = credential {
        return .browser(
          OnsideBrowserLogin(
            id: "1", provider: provider, url: URL(string: "https://store.example/sign-in/1")!,
            callbackScheme: "com.example.shop", state: "state", codeVerifier: "verifier"))
      }
      return .code(
        OnsideLoginCode(
          id: "\(sent.count)", credential: credential, length: 6, lifetime: .seconds(600), resendDelay: .seconds(30)))
    }

    func enter(_ proof: OnsideLoginProof) async throws(OnsideServiceError) {
      guard case .code(_, let digits) = proof else { return }
      entered.append(digits)
      try await answer()
    }
  }

  private let store = Store()
  private let timers = StepTimers()
  private let model: LoginModel

  init() {
    let screen = OnsideLoginScreen(
      theme: .light, requestingOrigin: "https://shop.example", forcesLocalMethods: false, countryCode: "DE",
      submit: { [store] (credential) async throws(OnsideServiceError) in try await store.send(credential) },
      finish: { [store] (proof) async throws(OnsideServiceError) in try await store.enter(proof) })
    model = LoginModel(
      screen, browser: NoBrowser(), delay: ApprovalDelay(startTimer: timers.start), startTimer: timers.start)
    var focus = model.state.focus
    model.onChange = { [unowned model] in
      // While a request is in progress the fields are disabled, and a disabled field cannot take the focus.
      #expect(model.state.focus == focus || model.state.isIdle)
      focus = model.state.focus
    }
  }

  /// Waits until no request is in progress.
  private func idle() async throws {
    try await eventually("the request ends") { model.state.isIdle }
  }

  /// Requests a code, and waits until the model asks for it.
  private func askForCode() async throws {
    model.type("ada@example.com", in: .email)
    model.submit()
    try await eventually("the model asks for the code") { model.state.page != .entrance }
  }

  private var code: OnsideLoginCode? {
    if case .code(let code) = model.state.page { code } else { nil }
  }

  // MARK: The first step

  @Test func anAddressAndACodeLogIn() async throws {
    let result = Task { await model.result() }
    #expect(model.state.requestingOrigin == "https://shop.example")
    #expect(model.state.phone == "+49 ")
    try await askForCode()
    #expect(store.sent == [.email("ada@example.com")])
    #expect(model.state.focus.part == .digits)
    model.type("123 45", in: .digits)
    #expect(store.entered.isEmpty)
    model.type("123 456", in: .digits)
    #expect(model.state.notice == .progress("Logging in …"))
    #expect(await result.value)
    #expect(store.entered == ["123456"])
  }

  @Test func aMistakeIsShownBesideItsField() {
    model.submit()
    #expect(model.state.notice == .error("Enter your e-mail address, such as name@example.com."))
    #expect(model.state.focus.part == .email)
    model.choose(.phone)
    #expect(model.state.notice == nil)
    #expect(model.state.focus.part == .phone)
    model.submit()
    #expect(
      model.state.notice == .error("Enter your telephone number with its country code, such as +49 170 1234567."))
    #expect(store.sent.isEmpty)
  }

  @Test func inputDuringARequestHasNoEffect() async throws {
    let gate = Gate()
    store.gate = gate
    model.didAppear()
    timers.read()
    model.type("ada@example.com", in: .email)
    model.submit()
    try await eventually("the store is asked") { gate.count == 1 }
    let busy = model.state
    model.submit()
    model.signIn(with: .apple)
    model.choose(.phone)
    model.type("grace@example.com", in: .email)
    #expect(model.state == busy)
    gate.open()
    try await idle()
    #expect(store.sent == [.email("ada@example.com")])
  }

  @Test func aProviderCannotBeChosenInTheFirstSecondOfTheEntrance() async throws {
    model.signIn(with: .google)
    model.didAppear()
    model.signIn(with: .google)
    #expect(model.state.isIdle)
    timers.read()
    #expect(model.state.canChooseProvider)
    try await askForCode()
    model.goBack()
    #expect(!model.state.canChooseProvider)
    #expect(store.sent.count == 1)
  }

  @Test func aSignInPageThatCannotBeOpenedShowsAnErrorAndAnotherWayCanBeChosen() async throws {
    let result = Task { await model.result() }
    model.didAppear()
    timers.read()
    let focus = model.state.focus
    model.signIn(with: .google)
    try await idle()
    #expect(model.state.page == .entrance)
    #expect(
      model.state.notice == .error("The sign-in page could not be opened. Choose another way to log in."))
    #expect(model.state.focus != focus, "The focus returns to the field")
    try await askForCode()
    #expect(model.state.notice == nil)
    model.type("123456", in: .digits)
    #expect(await result.value)
  }

  @Test(arguments: [OnsideServiceError.connectionError, .serviceUnavailable])
  func afterAnErrorOfTheStoreTheUserCanTryAgain(_ error: OnsideServiceError) async throws {
    store.errors = [error]
    model.type("ada@example.com", in: .email)
    model.submit()
    try await idle()
    #expect(model.state.notice == .error(error.userMessage))
    #expect(model.state.email == "ada@example.com")
    try await askForCode()
    #expect(store.sent.count == 2)
  }

  // MARK: The code

  @Test func aWrongCodeIsRemovedAndAnotherOneCanBeTyped() async throws {
    let result = Task { await model.result() }
    try await askForCode()
    store.errors = [.loginCode(.wrong(attemptsLeft: 4))]
    model.type("111111", in: .digits)
    try await idle()
    #expect(model.state.digits.isEmpty)
    #expect(model.state.notice == .error("This code is wrong. You can try 4 more times."))
    #expect(!model.state.canResend)
    model.type("1", in: .digits)
    #expect(model.state.notice == nil)
    // The user types the same digits again, so the digits must be sent again.
    model.type("111111", in: .digits)
    #expect(await result.value)
    #expect(store.entered == ["111111", "111111"])
  }

  @Test func afterAnExpiredCodeANewOneCanBeRequestedAtOnce() async throws {
    try await askForCode()
    store.errors = [.loginCode(.expired)]
    model.resend()
    model.type("111111", in: .digits)
    try await idle()
    #expect(model.state.digits.isEmpty)
    #expect(model.state.canResend)
    model.resend()
    #expect(model.state.notice == .progress("Sending a new code …"))
    try await idle()
    #expect(code?.id == "2")
    #expect(model.state.notice == nil)
    #expect(!model.state.canResend, "The new code has its own time")
    #expect(store.sent.count == 2)
  }

  @Test func aNewCodeCanBeRequestedAfterTheResendDelayAndTheStoreMayRefuse() async throws {
    try await askForCode()
    model.resend()
    #expect(model.state.isIdle)
    timers.fire(.seconds(30))
    #expect(model.state.canResend)
    store.errors = [.loginCode(.tooMany(retryAfter: 600))]
    model.type("12", in: .digits)
    model.resend()
    try await idle()
    #expect(model.state.notice == .error("Too many codes were requested. Try again in 10 minutes."))
    #expect(model.state.digits == "12")
    #expect(code?.id == "1")
  }

  @Test func reformattedDigitsAreSubmittedOnlyByAButtonPress() async throws {
    try await askForCode()
    store.errors = [.connectionError]
    model.type("123 456", in: .digits)
    try await idle()
    #expect(model.state.digits == "123 456", "The store has not checked them")
    for spelling in ["123456", "123-456", "12345", "123456"] {
      model.type(spelling, in: .digits)
      #expect(model.state.isIdle)
    }
    #expect(store.entered == ["123456"])
    model.submit()
    try await eventually("the digits are sent again") { store.entered == ["123456", "123456"] }
  }

  @Test func anIncompleteCodeShowsAnErrorBesideTheField() async throws {
    try await askForCode()
    model.type("12345", in: .digits)
    let focus = model.state.focus
    model.submit()
    #expect(model.state.notice == .error("Enter all 6 digits of the code."))
    #expect(model.state.focus != focus, "The focus returns to the field")
    #expect(store.entered.isEmpty)
  }

  @Test func theAddressCanBeChanged() async throws {
    try await askForCode()
    model.type("12", in: .digits)
    model.goBack()
    #expect(model.state.page == .entrance)
    #expect(model.state.email == "ada@example.com")
    model.type("grace@example.com", in: .email)
    model.submit()
    try await idle()
    #expect(code?.credential == .email("grace@example.com"))
    #expect(model.state.digits.isEmpty)
  }

  // MARK: One result

  @Test func aDismissedLoginEndsOnceAndDoesNothingMore() async throws {
    var dismissals = 0
    model.onDismiss = { dismissals += 1 }
    let result = Task { await model.result() }
    model.dismiss()
    model.dismiss()
    #expect(await result.value == false)
    model.type("ada@example.com", in: .email)
    model.submit()
    #expect(dismissals == 1)
    #expect(store.sent.isEmpty)
  }

  @Test(arguments: [false, true])
  func aLoginThatSucceedsAfterItsDismissalIsReportedAsSuccess(isCancelled: Bool) async throws {
    let result = Task { await model.result() }
    try await askForCode()
    let gate = Gate()
    store.gate = gate
    model.type("123456", in: .digits)
    try await eventually("the store is asked") { gate.count == 1 }
    if isCancelled { result.cancel() } else { model.dismiss() }
    gate.open()
    #expect(await result.value)
  }

  @Test func aRequestThatFailsAfterTheDismissalEndsTheLogin() async throws {
    let result = Task { await model.result() }
    let gate = Gate()
    store.gate = gate
    store.errors = [.connectionError]
    model.type("ada@example.com", in: .email)
    model.submit()
    try await eventually("the store is asked") { gate.count == 1 }
    model.dismiss()
    gate.open()
    #expect(await result.value == false)
  }
}
