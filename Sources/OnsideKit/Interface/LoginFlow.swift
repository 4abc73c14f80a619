import CausewayPrompts
import Foundation
import OnsideCore

/// The state and the actions of a login, on every platform.
@MainActor final class LoginFlow {
  /// The page that the user sees, by what it asks for.
  enum Page: Hashable {
    /// An address, a number or a provider.
    case entrance
    /// The digits of a code.
    case code(OnsideLoginCode)
  }

  /// The operation that is in progress.
  enum Work: Hashable {
    case beginning, sendingAnotherCode, loggingIn
    /// The browser shows the provider's sign-in page.
    case signingIn(OnsideIdentityProvider)

    /// The text that a screen shows meanwhile.
    var text: String {
      switch self {
      case .beginning: "One moment …"
      case .sendingAnotherCode: "Sending a new code …"
      case .loggingIn: "Logging in …"
      case .signingIn(let provider): "Sign in with \(provider.name) in the other window."
      }
    }
  }

  private(set) var page = Page.entrance
  private(set) var work: Work?
  /// The error text for the user; nil if there is no error.
  private(set) var problem: String?
  /// Whether the typed digits cannot be used any more, because they are wrong or the code has expired.
  private(set) var isCodeUseless = false
  /// Whether the user may request another code.
  private(set) var canResend = false
  /// Called when a property above has changed.
  var onChange: @MainActor () -> Void = {}
  /// Called once, when the user dismisses the login.
  var onDismiss: @MainActor () -> Void = {}

  private let screen: OnsideLoginScreen
  private let startTimer: StartTimer
  private let browser: any LoginBrowser
  /// The result of the login: whether the user is logged in.
  private let outcome = OneShot<Bool>()
  private var task: Task<Void, Never>?
  private var resendTimer: AnyObject?
  private var isDismissed = false
  private var isLoggedIn = false

  init(_ screen: OnsideLoginScreen, browser: any LoginBrowser, startTimer: @escaping StartTimer) {
    self.screen = screen
    self.browser = browser
    self.startTimer = startTimer
  }

  /// Waits for the end of the login. Returns whether the user is logged in. Cancelling the task dismisses the login.
  func result() async -> Bool {
    if let result = try? await outcome.value() { return result }
    dismiss()
    await task?.value
    return isLoggedIn
  }

  /// Dismisses the login. A request that is in progress may succeed nevertheless, so the result waits for it.
  func dismiss() {
    guard !isDismissed else { return }
    isDismissed = true
    resendTimer = nil
    onDismiss()
    if let task { task.cancel() } else { outcome.settle(.success(isLoggedIn)) }
  }

  // MARK: User actions

  /// Begins to log in with a credential; nil if the user's input is not one.
  /// - Parameter mistake: the error text for an input that is no credential.
  func submit(_ credential: OnsideCredential?, mistake: String = "") {
    guard let credential else { return fail(mistake) }
    begin(credential, as: .beginning)
  }

  /// Requests another code.
  func resend() {
    guard case .code(let code) = page, canResend else { return }
    begin(code.credential, as: .sendingAnotherCode)
  }

  /// Logs in with the code that the user has typed.
  func enter(_ text: String) {
    guard case .code(let code) = page else { return }
    guard let digits = code.digits(in: text) else { return fail(code.incomplete) }
    perform(.loggingIn) { (screen) async throws(OnsideServiceError) in
      try await screen.finish(.code(code, digits: digits))
      return nil
    }
  }

  /// Goes back to the first page, so that the user can enter another address.
  func goBack() {
    guard work == nil else { return }
    resendTimer = nil
    (page, problem) = (.entrance, nil)
    onChange()
  }

  /// Removes the error text, because the user has begun to correct the input.
  func forgetProblem() {
    guard problem != nil, work == nil else { return }
    problem = nil
    onChange()
  }

  // MARK: Results

  private func begin(_ credential: OnsideCredential, as work: Work) {
    perform(work) { [weak self, browser] (screen) async throws(OnsideServiceError) in
      switch try await screen.submit(credential) {
      case .code(let code): return .code(code)
      case .browser(let login):
        self?.goOn(.signingIn(login.provider))
        switch await browser.end(of: login, by: screen.callbacks) {
        case .callback(let url) where login.answer(in: url) != .cancelled:
          self?.goOn(.loggingIn)
          try await screen.finish(.callback(login, url: url))
          return nil
        // The user has closed the browser or pressed Cancel there. The entrance lets the user choose another way to log
        // in.
        case .callback, .closed: return .entrance
        case .unavailable:
          self?.problem = "The sign-in page could not be opened. Choose another way to log in."
          return .entrance
        }
      case .done: return nil
      }
    }
  }

  /// Notes which operation is in progress now.
  private func goOn(_ work: Work) {
    self.work = work
    onChange()
  }

  private func fail(_ problem: String) {
    guard work == nil else { return }
    self.problem = problem
    onChange()
  }

  /// Performs a store request. `body` returns the next page, or nil if the user is logged in.
  private func perform(
    _ work: Work, _ body: @escaping @MainActor (OnsideLoginScreen) async throws(OnsideServiceError) -> Page?
  ) {
    guard task == nil, !isDismissed else { return }
    (self.work, problem, isCodeUseless) = (work, nil, false)
    onChange()
    task = Task { [weak self, screen] in
      do throws(OnsideServiceError) {
        let page = try await body(screen)
        self?.didEnd(page)
      } catch {
        self?.didFail(error)
      }
    }
  }

  private func didEnd(_ page: Page?) {
    (task, work) = (nil, nil)
    isLoggedIn = page == nil
    if isLoggedIn || isDismissed { return end() }
    if let page { self.page = page }
    if case .code(let code) = page { waitForResend(code) }
    onChange()
  }

  private func didFail(_ error: OnsideServiceError) {
    (task, work, problem) = (nil, nil, error.userMessage)
    if isDismissed { return end() }
    switch error {
    case .loginCode(.wrong): isCodeUseless = true
    // Only another code helps, so the user need not wait for the resend delay.
    case .loginCode(.expired): (isCodeUseless, canResend) = (true, true)
    default: break
    }
    onChange()
  }

  private func end() { outcome.settle(.success(isLoggedIn)) }

  private func waitForResend(_ code: OnsideLoginCode) {
    canResend = code.resendDelay <= .zero
    guard !canResend else { return }
    resendTimer = startTimer(code.resendDelay) { [weak self] in
      self?.canResend = true
      self?.onChange()
    }
  }
}
