import CausewayPrompts
import OnsideCore

/// What a login shows: the entrance, or the page that asks for a code.
struct LoginState: Hashable, Redacted {
  enum Page: Hashable {
    /// An address, a number or a provider.
    case entrance
    /// The digits of a code.
    case code(OnsideLoginCode)
  }

  /// A field in which the user types.
  enum Field: Hashable {
    case email, phone, digits
  }

  /// The way to log in at the entrance, besides the providers.
  enum Method: Hashable, CaseIterable {
    case email, phone

    var field: Field { self == .email ? .email : .phone }
  }

  /// The operation that is in progress.
  enum Work: Hashable {
    case beginning, sendingAnotherCode, loggingIn
    /// The browser shows the provider's sign-in page.
    case signingIn(OnsideIdentityProvider)
  }

  /// The requesting origin with all characters visible; nil for the app itself.
  let requestingOrigin: String?
  /// The providers with which the user can log in.
  let providers: [OnsideIdentityProvider]
  var page = Page.entrance
  var method = Method.email
  var email = ""
  var phone: String
  var digits = ""
  var work: Work?
  /// The error text for the user; nil if there is no error.
  var problem: String?
  /// Whether the time has passed after which the user may request another code.
  var isResendDue = false
  /// Whether the entrance has been visible long enough to choose a provider: a single press logs in, and it may have
  /// been meant for something else.
  var isRead = false
  var focus = FocusRequest(Field.email)

  /// The state of a new login.
  @MainActor init(_ screen: OnsideLoginScreen) {
    requestingOrigin = screen.shownOrigin
    providers = screen.forcesLocalMethods ? [] : OnsideIdentityProvider.allCases
    phone = screen.countryCode.flatMap(CallingCode.of).map { "\($0) " } ?? ""
  }

  /// The text of a field.
  subscript(field: Field) -> String {
    get {
      switch field {
      case .email: email
      case .phone: phone
      case .digits: digits
      }
    }
    set {
      switch field {
      case .email: email = newValue
      case .phone: phone = newValue
      case .digits: digits = newValue
      }
    }
  }

  /// Whether the fields and buttons are enabled. Cancel always is.
  var isIdle: Bool { work == nil }
  var canChooseProvider: Bool { isIdle && isRead }
  var canResend: Bool { isIdle && isResendDue }

  var notice: ScreenNotice? {
    switch work {
    case .beginning: .progress("One moment …")
    case .sendingAnotherCode: .progress("Sending a new code …")
    case .loggingIn: .progress("Logging in …")
    case .signingIn(let provider): .progress("Sign in with \(provider.name) in the other window.")
    case nil: problem.map(ScreenNotice.error)
    }
  }
}

/// The constant texts of a login.
enum LoginText {
  static let title = "Log in to Onside"
  static let caption = "Your purchases are saved in your Onside account."
  /// The name of the choice between e-mail and telephone, for programs that read screens aloud.
  static let methods = "Log in by"
  static let proceed = "Continue"
  static let cancel = "Cancel"

  static let codeTitle = "Enter your code"
  static let code = "Code"
  static let logIn = "Log in"
  static let resend = "Send a new code"

  static func proceed(with provider: OnsideIdentityProvider) -> String { "Continue with \(provider.name)" }

  static func tab(_ method: LoginState.Method) -> String {
    switch method {
    case .email: "E-mail"
    case .phone: "Telephone"
    }
  }

  static func name(of method: LoginState.Method) -> String {
    switch method {
    case .email: "E-mail address"
    case .phone: "Telephone number"
    }
  }

  static func example(of method: LoginState.Method) -> String {
    switch method {
    case .email: "name@example.com"
    case .phone: "+49 170 1234567"
    }
  }

  static func mistake(in method: LoginState.Method) -> String {
    switch method {
    case .email: "Enter your e-mail address, such as \(example(of: method))."
    case .phone: "Enter your telephone number with its country code, such as \(example(of: method))."
    }
  }

  /// The title of the button that goes back from the code to the entrance.
  static func back(from code: OnsideLoginCode) -> String {
    switch code.credential {
    case .email: "Change the address"
    case .phone: "Change the number"
    case .federated: "Change the account"
    }
  }
}

/// The model of a login.
@MainActor final class LoginModel: ScreenModel<LoginState> {
  /// Called once, when the user dismisses the login. The screen closes at once; the result may follow later.
  var onDismiss: @MainActor () -> Void = {}

  private let screen: OnsideLoginScreen
  private let browser: any LoginBrowser
  private let delay: ApprovalDelay
  private let startTimer: StartTimer
  /// The result of the login: whether the user is logged in.
  private let outcome = OneShot<Bool>()
  private var task: Task<Void, Never>?
  private var resendTimer: AnyObject?
  /// The last complete code that was submitted. The model submits a complete code by itself, but only once, however it
  /// is spelled.
  private var submittedDigits: String?
  private var isDismissed = false
  private var isLoggedIn = false

  /// - Parameters:
  ///   - delay: the delay before a provider can be chosen. The model observes it.
  ///   - startTimer: starts the timer for another code.
  init(
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
  func result() async -> Bool {
    if let result = try? await outcome.value() { return result }
    dismiss()
    await task?.value
    return isLoggedIn
  }

  // MARK: User actions

  /// Notes that the user sees the screen now.
  func didAppear() { delay.begin() }

  /// Dismisses the login. A request that is in progress may succeed nevertheless, so the result waits for it.
  func dismiss() {
    guard !isDismissed else { return }
    isDismissed = true
    resendTimer = nil
    onDismiss()
    if let task { task.cancel() } else { outcome.settle(.success(isLoggedIn)) }
  }

  /// Switches to the other field of the entrance.
  func choose(_ method: LoginState.Method) {
    guard state.isIdle, method != state.method else { return }
    update {
      ($0.method, $0.problem) = (method, nil)
      $0.focus.move(to: method.field)
    }
  }

  /// Sets the text of a field. Submits a complete code without a press of the button.
  func type(_ text: String, in field: LoginState.Field) {
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
  func submit() {
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
  func signIn(with provider: OnsideIdentityProvider) {
    guard state.canChooseProvider else { return }
    begin(.federated(provider), as: .beginning)
  }

  /// Requests another code.
  func resend() {
    guard case .code(let code) = state.page, state.canResend else { return }
    begin(code.credential, as: .sendingAnotherCode)
  }

  /// Goes back to the entrance, so that the user can enter another address.
  func goBack() {
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
        // The user has closed the browser or pressed Cancel there. The entrance lets the user choose another way to log
        // in.
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
  /// Shows an error text, and moves the focus to the field that the user can correct. The fields must be enabled.
  fileprivate mutating func fail(_ problem: String) {
    self.problem = problem
    focus.move(to: page == .entrance ? method.field : .digits)
  }
}
