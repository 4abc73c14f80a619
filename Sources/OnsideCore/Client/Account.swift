/// The current session in the SDK, and the login screen. At most one login screen is shown at a time.
@MainActor final class Account {
  private let service: any OnsideService
  private let interface: any OnsideInterface
  private let look: ScreenLook
  private let dismissals: DismissalLimit
  private let log: @Sendable (String) -> Void
  /// The URL scheme by which a browser returns to the app; nil if the app has set none.
  var callbackScheme: String?
  /// The receiver of the callback of a login in the browser.
  let callbacks = OnsideLoginCallbacks()

  /// The session; nil if no user is logged in, and until ``isKnown`` is true.
  private(set) var session: OnsideSession?
  /// Whether the service has reported the session.
  private(set) var isKnown = false

  /// The number of logins and logouts by the SDK. An answer of the service is out of date if it was requested before
  /// the latest login or logout.
  private var generation = 0
  /// The number of login steps that the service is processing. ``refresh()`` changes nothing in the meantime, because
  /// each step reports its own session.
  private var submissions = 0
  private var reader: Task<Void, Never>?
  private var leaving: Task<Void, Never>?
  private var login: Task<Result<Void, OnsideLoginError>, Never>?
  private var waitingForSession: [CheckedContinuation<Void, Never>] = []
  private var observers: [() -> Void] = []

  /// - Parameter log: called for each login that the service does not accept, with a text that contains no user data.
  init(
    service: any OnsideService, interface: any OnsideInterface, look: ScreenLook, dismissals: DismissalLimit,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.service = service
    self.interface = interface
    self.look = look
    self.dismissals = dismissals
    self.log = log
    reader = Task { [weak self, sessions = service.sessions] in
      await self?.refresh()
      for await _ in sessions {
        guard let self else { return }
        await self.refresh()
      }
    }
  }

  /// Stops reading the stream of sessions. The stream allows only one reader, and the next client of the same service
  /// must be able to read it.
  deinit {
    reader?.cancel()
  }

  /// Adds an observer, which is called when the session becomes known and each time it changes. Observers are called in
  /// the order in which they were added, before the method that changed the session returns.
  func observe(_ observer: @escaping () -> Void) {
    observers.append(observer)
  }

  /// Returns the storefront of an account; nil if that account is not logged in.
  func storefront(of account: String) -> OnsideStorefront? {
    session.flatMap { $0.account == account ? $0.storefront : nil }
  }

  /// Asks the service for the storefront of an account, because ``session`` may be out of date. Returns nil if that
  /// account is not logged in.
  func latestStorefront(of account: String) async -> OnsideStorefront? {
    guard storefront(of: account) != nil else { return nil }
    await refresh()
    return storefront(of: account)
  }

  /// Waits until it is known whether a user is logged in.
  func waitUntilKnown() async {
    guard !isKnown else { return }
    await withCheckedContinuation { waitingForSession.append($0) }
  }

  /// Returns `session`; if it is nil, returns the current session, after a login if no user is logged in.
  /// - Parameter session: the session when the request arrived, which may have ended since.
  func require(
    _ session: OnsideSession?, requestingOrigin: String?
  ) async throws(OnsideLoginError) -> OnsideSession {
    if let session { return session }
    return try await requireSession(requestingOrigin: requestingOrigin)
  }

  /// Returns the session, after a login if no user is logged in. Calls that arrive while the login screen is shown wait
  /// for the same login.
  func requireSession(requestingOrigin: String?) async throws(OnsideLoginError) -> OnsideSession {
    await waitUntilKnown()
    while true {
      if let session { return session }
      let login = self.login ?? Task { await self.logIn(requestingOrigin: requestingOrigin) }
      self.login = login
      try await login.value.get()
    }
  }

  /// Ends the session, at once in the SDK and later at the service.
  func logOut() {
    generation += 1
    apply(nil)
    let earlier = leaving
    leaving = Task { [service] in
      await earlier?.value
      await service.logOut()
    }
  }

  private func logIn(requestingOrigin: String?) async -> Result<Void, OnsideLoginError> {
    defer { login = nil }
    guard !dismissals.isExhausted(by: requestingOrigin) else { return .failure(.loginDiscarded) }
    // A callback must have no effect after the login has ended.
    defer { callbacks.stop() }
    let screen = OnsideLoginScreen(
      theme: look.theme(for: .login), requestingOrigin: requestingOrigin,
      forcesLocalMethods: look.forcesLocalLoginMethods, countryCode: look.countryCode,
      submit: { [weak self, service] (credential) async throws(OnsideServiceError) in
        guard let self else { return try await service.beginLogin(credential) }
        let scheme = self.callbackScheme
        let step = { () async throws(OnsideServiceError) in
          try await service.beginLogin(credential, callbackScheme: scheme)
        }
        return try await self.takeStep(step) { if case .done(let session) = $0 { session } else { nil } }
      },
      finish: { [weak self, service] (proof) async throws(OnsideServiceError) in
        let step = { () async throws(OnsideServiceError) in try await service.logIn(proof) }
        guard let self else {
          _ = try await step()
          return
        }
        _ = try await self.takeStep(step) { $0 }
      }, callbacks: callbacks)
    do {
      try await interface.presentLogin(screen)
    } catch {
      dismissals.note(requestingOrigin, isDismissed: true)
      return .failure(error)
    }
    dismissals.note(requestingOrigin, isDismissed: false)
    // If the interface reports success but there is no session, the login has failed.
    return session == nil ? .failure(.loginDiscarded) : .success(())
  }

  /// Performs one step of a login.
  ///
  /// - Parameter session: returns the session that the step has started; nil if it has started none.
  private func takeStep<Step>(
    _ step: () async throws(OnsideServiceError) -> Step, session: (Step) -> OnsideSession?
  ) async throws(OnsideServiceError) -> Step {
    let lastLogout = leaving
    await lastLogout?.value
    submissions += 1
    let result: Step
    do throws(OnsideServiceError) {
      result = try await step()
    } catch {
      log("A login failed: \(Self.reason(of: error)).")
      submissions -= 1
      await refresh()
      throw error
    }
    submissions -= 1
    if let session = session(result) {
      try begin(session, after: lastLogout)
    } else {
      // Sessions that the service reported during the step were ignored, so read the current one.
      await refresh()
    }
    return result
  }

  /// Makes the session of a successful login the current one. If the app has logged the user out in the meantime, the
  /// new session is ended as well.
  private func begin(_ session: OnsideSession, after lastLogout: Task<Void, Never>?) throws(OnsideServiceError) {
    guard leaving == lastLogout else {
      logOut()
      throw .cancelled
    }
    generation += 1
    apply(session)
  }

  /// Returns the reason for a failed login as a text for the log. Omits the service's own text, which may repeat the
  /// user's input.
  private static func reason(of error: OnsideServiceError) -> String {
    if case .refused = error { "the store refused the input" } else { "\(error)" }
  }

  /// Reads the session from the service. Ignores an answer that was requested before the SDK's last login or logout.
  func refresh() async {
    await leaving?.value
    let requestedGeneration = generation
    let current = await service.session()
    if requestedGeneration == generation, submissions == 0 { apply(current) }
  }

  private func apply(_ new: OnsideSession?) {
    let isNews = !isKnown || new != session
    session = new
    isKnown = true
    let waiting = waitingForSession
    waitingForSession = []
    for continuation in waiting { continuation.resume() }
    if isNews { for observer in observers { observer() } }
  }
}
