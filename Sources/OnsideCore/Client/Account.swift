/// Who is logged in, as far as the SDK knows, and the one login that may be on the screen.
@MainActor final class Account {
  private let service: any OnsideService
  private let interface: any OnsideInterface
  private let patience: ScreenPatience
  private let log: @Sendable (String) -> Void
  /// What a login screen looks like.
  var screen: () -> LoginLook = { LoginLook() }
  /// The scheme by which a browser comes back to the app; nil if the app names none.
  var callbackScheme: String?
  /// Where the callback of a login in the browser arrives.
  let callbacks = OnsideLoginCallbacks()
  /// Told whenever somebody else is logged in, or nobody any more, or elsewhere.
  var onChange: () -> Void = {}

  /// Who is logged in; nil for nobody, and until ``isKnown``.
  private(set) var session: OnsideSession?
  /// Whether the service has said who is.
  private(set) var isKnown = false

  /// Counts the logins and logouts of our own: what the service said before one of them is out of date.
  private var generation = 0
  /// How many logins the service is asked for. What it says of the session meanwhile, each of them says itself.
  private var submissions = 0
  private var reader: Task<Void, Never>?
  private var leaving: Task<Void, Never>?
  private var login: Task<Result<Void, OnsideLoginError>, Never>?
  private var waitingForSession: [CheckedContinuation<Void, Never>] = []

  /// What the login screen is to look like.
  struct LoginLook {
    var theme = OnsideUIThemeMode.auto
    var forcesLocalMethods = false
    var countryCode: String?
  }

  /// - Parameter log: told of each login that the service does not take, without anything of the user.
  init(
    service: any OnsideService, interface: any OnsideInterface, patience: ScreenPatience,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.service = service
    self.interface = interface
    self.patience = patience
    self.log = log
    reader = Task { [weak self, sessions = service.sessions] in
      await self?.refresh()
      for await _ in sessions {
        guard let self else { return }
        await self.refresh()
      }
    }
  }

  /// A stream has one reader: the next client's, from now on.
  deinit {
    reader?.cancel()
  }

  /// Returns when it is known who is logged in.
  func known() async {
    guard !isKnown else { return }
    await withCheckedContinuation { waitingForSession.append($0) }
  }

  /// Goes on with whoever is logged in at the call, or after a login if nobody is.
  func withSession(
    asker: String?, _ body: @escaping @MainActor (Result<OnsideSession, OnsideLoginError>) async -> Void
  ) {
    let present = session
    Task {
      if let present { return await body(.success(present)) }
      do throws(OnsideLoginError) {
        await body(.success(try await requireSession(asker: asker)))
      } catch {
        await body(.failure(error))
      }
    }
  }

  /// Returns with whoever is logged in, after a login if nobody is. Whoever comes while the screen is shown waits for it too.
  func requireSession(asker: String?) async throws(OnsideLoginError) -> OnsideSession {
    await known()
    while true {
      if let session { return session }
      let login = self.login ?? Task { await self.logIn(asker: asker) }
      self.login = login
      try await login.value.get()
    }
  }

  /// Ends the session, as far as the SDK is concerned at once.
  func logOut() {
    generation += 1
    apply(nil)
    let earlier = leaving
    leaving = Task { [service] in
      await earlier?.value
      await service.logOut()
    }
  }

  private func logIn(asker: String?) async -> Result<Void, OnsideLoginError> {
    defer { login = nil }
    guard !patience.isExhausted(by: asker) else { return .failure(.loginDiscarded) }
    // A login that has ended takes no callback any more.
    defer { callbacks.stop() }
    let look = screen()
    let screen = OnsideLoginScreen(
      theme: look.theme, asker: asker, forcesLocalMethods: look.forcesLocalMethods, countryCode: look.countryCode,
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
      patience.note(asker, isDismissed: true)
      return .failure(error)
    }
    patience.note(asker, isDismissed: false)
    // Whoever says to have logged in without doing so has not.
    return session == nil ? .failure(.loginDiscarded) : .success(())
  }

  /// Takes one step of a login.
  ///
  /// - Parameter session: the session that the step has begun; nil if it has begun none.
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
      log("A login came to nothing: \(Self.reason(of: error)).")
      submissions -= 1
      await refresh()
      throw error
    }
    submissions -= 1
    if let session = session(result) {
      try begin(session, after: lastLogout)
    } else {
      // What the service said of the session during the step was left aside.
      await refresh()
    }
    return result
  }

  /// Takes a login that the service has taken, unless the app has logged out since: then that counts, and whatever it
  /// found of the login has to end.
  private func begin(_ session: OnsideSession, after lastLogout: Task<Void, Never>?) throws(OnsideServiceError) {
    guard leaving == lastLogout else {
      logOut()
      throw .cancelled
    }
    generation += 1
    apply(session)
  }

  /// Why a service did not take a login. Its own words may repeat what the user has written.
  private static func reason(of error: OnsideServiceError) -> String {
    if case .refused = error { "the store refused what was entered" } else { "\(error)" }
  }

  /// The service's word counts, but not what it said before the last change of our own.
  func refresh() async {
    await leaving?.value
    let asked = generation
    let current = await service.session()
    if asked == generation, submissions == 0 { apply(current) }
  }

  private func apply(_ new: OnsideSession?) {
    let isNews = !isKnown || new != session
    session = new
    isKnown = true
    let waiting = waitingForSession
    waitingForSession = []
    for continuation in waiting { continuation.resume() }
    if isNews { onChange() }
  }
}
