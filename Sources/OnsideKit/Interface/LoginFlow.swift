import Causeway
import CausewayPrompts
import Foundation
import OnsideCore

/// How far a login has come, on every platform: what it asks for, what is under way, and what went wrong.
@MainActor final class LoginFlow {
  /// What the user is asked for.
  enum Page: Hashable {
    /// An address, a number or a provider.
    case entrance
    /// The digits of a code.
    case code(OnsideLoginCode)
  }

  /// What the store is asked for at present.
  enum Work: Hashable {
    case beginning, sendingAnotherCode, loggingIn
    /// The browser shows the provider's sign-in page.
    case signingIn(OnsideIdentityProvider)

    /// What a screen says of it.
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
  /// What went wrong, in words.
  private(set) var problem: String?
  /// Whether the digits that were typed are of no more use: the code is wrong, or cannot be used any more.
  private(set) var isCodeUseless = false
  /// Whether another code can be sent.
  private(set) var canResend = false
  /// Called when any of these is another.
  var onChange: @MainActor () -> Void = {}
  /// Called once, when the user dismisses the login.
  var onDismiss: @MainActor () -> Void = {}

  /// Calls something after a time, unless what it gives is let go before.
  typealias StartTimer = @MainActor (Duration, @escaping @MainActor () -> Void) -> AnyObject

  private let screen: OnsideLoginScreen
  private let startTimer: StartTimer
  private let browser: any LoginBrowser
  /// Ends with whether the user is logged in.
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

  /// Waits for the end: whether the user is logged in. Cancelling the task dismisses the login.
  func result() async -> Bool {
    if let result = try? await outcome.value() { return result }
    dismiss()
    await task?.value
    return isLoggedIn
  }

  /// Dismisses the login. One that is under way may succeed nevertheless, so that it is waited for.
  func dismiss() {
    guard !isDismissed else { return }
    isDismissed = true
    resendTimer = nil
    onDismiss()
    if let task { task.cancel() } else { outcome.settle(.success(isLoggedIn)) }
  }

  // MARK: What the user does

  /// Begins to log in by what was typed; nil if that can be none.
  /// - Parameter mistake: what to say then.
  func submit(_ credential: OnsideCredential?, mistake: String = "") {
    guard let credential else { return fail(mistake) }
    begin(credential, as: .beginning)
  }

  /// Has another code sent.
  func resend() {
    guard case .code(let code) = page, canResend else { return }
    begin(code.credential, as: .sendingAnotherCode)
  }

  /// Logs in by what was typed as the code.
  func enter(_ text: String) {
    guard case .code(let code) = page else { return }
    guard let digits = code.digits(in: text) else { return fail(code.incomplete) }
    perform(.loggingIn) { (screen) async throws(OnsideServiceError) in
      try await screen.finish(.code(code, digits: digits))
      return nil
    }
  }

  /// Goes back to the address, for another one.
  func goBack() {
    guard work == nil else { return }
    resendTimer = nil
    (page, problem) = (.entrance, nil)
    onChange()
  }

  /// Takes what went wrong away, when the user has begun to mend it.
  func forgetProblem() {
    guard problem != nil, work == nil else { return }
    problem = nil
    onChange()
  }

  // MARK: What becomes of it

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
        // The user has closed the browser, or pressed Cancel there: another way to log in can be chosen.
        case .callback, .closed: return .entrance
        case .unavailable:
          self?.problem = "The sign-in page could not be opened. Choose another way to log in."
          return .entrance
        }
      case .done: return nil
      }
    }
  }

  /// Says what else is under way.
  private func goOn(_ work: Work) {
    self.work = work
    onChange()
  }

  private func fail(_ problem: String) {
    guard work == nil else { return }
    self.problem = problem
    onChange()
  }

  /// Asks the store for something that ends with another page, or with the end of the login.
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
    // There is nothing to wait for: only another code helps.
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
