import CausewayPrompts
import OnsideCore

/// The model of a login.
@MainActor package final class LoginModel: ScreenModel<LoginState> {
  /// Called once, when the user dismisses the login. The screen closes at once; the result may follow later.
  package var onDismiss: @MainActor () -> Void = {}

  private let screen: OnsideLoginScreen
  private let browser: any LoginBrowser
  private let delay: ApprovalDelay
  private let startTimer: StartTimer
  /// The result of the login: whether the user is logged in.
  private let outcome = OneShot<Bool>()
  private var task: Task<Void, Never>?
  private var resendTimer: AnyObject?
  /// The digits of the last complete code that was submitted. The model submits a complete code automatically, but the
  /// same digits only once, even if the user adds spaces between them.
  private var submittedDigits: String?
  private var isDismissed = false
  private var isLoggedIn = false

  /// - Parameters:
  ///   - delay: the delay before a provider can be chosen. The model observes it.
  ///   - startTimer: starts the timer after which the user can request another code.
  package init(
    _ screen: OnsideLoginScreen, browser: any LoginBrowser, delay: ApprovalDelay, startTimer: @escaping StartTimer
  ) {
    self.screen = screen
    self.browser = browser
    self.delay = delay
    self.startTimer = startTimer
    super.init(LoginState(screen))
    delay.onChange = { [weak self] in
      guard let self else { return }
      update { $0.isRead = self.delay.isOver }
    }
  }

  /// Waits for the end of the login. Returns whether the user is logged in. Cancelling the task dismisses the login.
  package func result() async -> Bool {
    if let result = try? await outcome.value() { return result }
    dismiss()
    await task?.value
    return isLoggedIn
  }

  // MARK: User actions

  /// Begins the delay, because the user now sees the screen.
  package func didAppear() { delay.begin() }

  /// Dismisses the login. A request that is in progress may still succeed, so the result waits for its end.
  package func dismiss() {
    guard !isDismissed else { return }
    isDismissed = true
    resendTimer = nil
    onDismiss()
    if let task { task.cancel() } else { outcome.settle(.success(isLoggedIn)) }
  }

  /// Switches between the fields for an e-mail address and for a telephone number.
  package func choose(_ method: LoginState.Method) {
    guard state.isIdle, method != state.method else { return }
    update {
      ($0.method, $0.problem) = (method, nil)
      $0.focus.move(to: method.field)
    }
  }

  /// Sets the text of a field. Submits a complete code without a press of the button.
  package func type(_ text: String, in field: LoginState.Field) {
    guard state.isIdle, text != state[field] else { return }
    update { $0[field] = text }
    guard field == .digits, case .code(let code) = state.page else { return }
    if let digits = code.digits(in: text) {
      if digits != submittedDigits { submit() }
    } else if !text.isEmpty {
      // The user has begun to correct the digits.
      update { $0.problem = nil }
    }
  }

  /// Continues with the text that the user has typed.
  package func submit() {
    guard state.isIdle else { return }
    switch state.page {
    case .entrance:
      let credential = state.method == .email ? LoginInput.email(state.email) : LoginInput.phone(state.phone)
      guard let credential else { return update { $0.fail(LoginText.mistake(in: $0.method)) } }
      begin(credential, as: .beginning)
    case .code(let code):
      guard let digits = code.digits(in: state.digits) else { return update { $0.fail(code.incomplete) } }
      submittedDigits = digits
      perform(.loggingIn) { (screen) async throws(OnsideServiceError) in
        try await screen.finish(.code(code, digits: digits))
        return nil
      }
    }
  }

  /// Continues with an account of a provider.
  package func signIn(with provider: OnsideIdentityProvider) {
    guard state.canChooseProvider else { return }
    begin(.federated(provider), as: .beginning)
  }

  /// Requests another code.
  package func resend() {
    guard case .code(let code) = state.page, state.canResend else { return }
    begin(code.credential, as: .sendingAnotherCode)
  }

  /// Goes back to the first page, so that the user can enter another address.
  package func goBack() {
    guard state.isIdle, state.page != .entrance else { return }
    resendTimer = nil
    update {
      ($0.page, $0.problem) = (.entrance, nil)
      $0.focus.move(to: $0.method.field)
    }
    delay.beginAgain()
  }

  // MARK: Results

  private func begin(_ credential: OnsideCredential, as work: LoginState.Work) {
    perform(work) { [weak self, browser] (screen) async throws(OnsideServiceError) in
      switch try await screen.submit(credential) {
      case .code(let code): return .code(code)
      case .browser(let login):
        self?.update { $0.work = .signingIn(login.provider) }
        switch await browser.end(of: login, by: screen.callbacks) {
        case .callback(let url) where login.answer(in: url) != .cancelled:
          self?.update { $0.work = .loggingIn }
          try await screen.finish(.callback(login, url: url))
          return nil
        // The user has closed the browser or pressed Cancel there. The first page lets the user choose another way to
        // log in.
        case .callback, .closed: return .entrance
        case .unavailable:
          self?.update { $0.problem = "The sign-in page could not be opened. Choose another way to log in." }
          return .entrance
        }
      case .done: return nil
      }
    }
  }

  /// Performs a store request. `body` returns the next page, or nil if the user is logged in.
  private func perform(
    _ work: LoginState.Work,
    _ body: @escaping @MainActor (OnsideLoginScreen) async throws(OnsideServiceError) -> LoginState.Page?
  ) {
    guard task == nil, !isDismissed, !isLoggedIn else { return }
    update { ($0.work, $0.problem) = (work, nil) }
    task = Task { [weak self, screen] in
      do throws(OnsideServiceError) {
        let page = try await body(screen)
        self?.didEnd(page)
      } catch {
        self?.didFail(error)
      }
    }
  }

  private func didEnd(_ page: LoginState.Page?) {
    task = nil
    isLoggedIn = page == nil
    if isLoggedIn || isDismissed { return end() }
    update {
      ($0.work, $0.page) = (nil, page ?? .entrance)
      if case .code(let code) = page {
        ($0.digits, $0.isResendDue) = ("", code.resendDelay <= .zero)
        $0.focus.move(to: .digits)
      } else if let problem = $0.problem {
        $0.fail(problem)
      }
    }
    if case .code(let code) = page {
      submittedDigits = nil
      waitForResend(code)
    }
  }

  private func didFail(_ error: OnsideServiceError) {
    task = nil
    if isDismissed { return end() }
    let isUseless: Bool
    switch error {
    case .loginCode(.wrong), .loginCode(.expired): isUseless = true
    default: isUseless = false
    }
    if isUseless { submittedDigits = nil }
    update {
      $0.work = nil
      $0.fail(error.userMessage)
      // Remove only digits that cannot be used. If the store gave no clear answer, the user can send the same digits
      // again.
      if isUseless { $0.digits = "" }
      // Only another code helps, so the user need not wait for the resend delay.
      if error == .loginCode(.expired) { $0.isResendDue = true }
    }
  }

  private func end() { outcome.settle(.success(isLoggedIn)) }

  private func waitForResend(_ code: OnsideLoginCode) {
    guard !state.isResendDue else { return }
    resendTimer = startTimer(code.resendDelay) { [weak self] in self?.update { $0.isResendDue = true } }
  }
}

extension LoginState {
  /// Shows an error text, and moves the focus to the field that the user can correct. The fields must be enabled,
  /// because a disabled field cannot get the focus.
  fileprivate mutating func fail(_ problem: String) {
    self.problem = problem
    focus.move(to: page == .entrance ? method.field : .digits)
  }
}
