import Foundation

/// A store over the network, as the sandbox store's description `openapi.yaml` has it.
///
/// Who was logged in before is known at the launch without the store, so that what is unfinished is delivered offline;
/// the store is then asked what it knows of the session by now. What only reads is asked for again for a moment when the
/// store cannot be reached; everything else is asked for once.
///
/// Tokens are kept in the device's keychain, and where there is none in the state folder, in a file `session.json` that
/// only this user can read. They are in no error and no log, and are sent to this store alone.
public final class NetworkService: OnsideService {
  /// Where the store is.
  public let address: StoreAddress
  /// Every later session, by this process.
  public let sessions: AsyncStream<OnsideSession?>

  let connection: StoreConnection
  let keeper: SessionKeeper
  let retry: Retry

  /// A store, with whoever was logged in before.
  ///
  /// - Parameters:
  ///   - folder: where the session is kept where there is no keychain; made if it is missing. No other process's.
  ///   - clock: what time limits and waiting between tries are measured on.
  ///   - log: told of a session that cannot be read or written, one line each, without secrets.
  public convenience init(
    _ address: StoreAddress, folder: URL, clock: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (String) -> Void = OnsideClient.writeToSystemLog
  ) {
    #if canImport(Security)
    let storage = SessionKeychain(address: address)
    #else
    let storage = SessionFile(file: folder.appendingPathComponent("session.json"))
    #endif
    self.init(address, storage: storage, clock: clock, now: { Date() }, log: log)
  }

  /// - Parameter now: the time of day, by which tokens expire.
  init(
    _ address: StoreAddress, storage: any SessionStorage, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void
  ) {
    self.address = address
    let connection = StoreConnection(address: address, transport: StoreTransport(clock: clock), now: now)
    self.connection = connection
    retry = Retry(clock: clock)
    keeper = SessionKeeper(address, storage: storage, now: now, log: log) { token throws(OnsideServiceError) in
      try await connection.renew(token)
    }
    sessions = keeper.changes
    Task { [weak self, retry] in
      // What the store does not say now, it will say with a later call.
      try? await retry.result { () async throws(OnsideServiceError) in try await self?.refreshSession() }
    }
  }

  /// Ends ``sessions`` and lets the folder go, for whoever uses it next. After it, nothing is done for who is logged in.
  package func close() async { await keeper.close() }

  // MARK: Session

  /// Who is logged in, as far as is known without asking the store.
  public func session() async -> OnsideSession? { await keeper.session }

  /// Begins a login: the store sends a code, or gives the address of a sign-in page.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` for what can be no e-mail address or telephone number.
  public func beginLogin(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep {
    try await beginLogin(credential, callbackScheme: nil)
  }

  /// The same, with the scheme by which a browser comes back to the app; nil for the app's bundle identifier.
  public func beginLogin(
    _ credential: OnsideCredential, callbackScheme: String?
  ) async throws(OnsideServiceError) -> OnsideLoginStep {
    switch credential {
    case .email(let address):
      .code(try await connection.sendCode(LoginCodeRequestForm(email: address), for: credential))
    case .phone(let number):
      .code(try await connection.sendCode(LoginCodeRequestForm(phone: number), for: credential))
    case .federated(let provider):
      .browser(
        try await connection.beginSignIn(
          provider, returningBy: callbackScheme.flatMap(CallbackScheme.init) ?? CallbackScheme(app: address.app)))
    }
  }

  /// Logs in.
  public func logIn(_ proof: OnsideLoginProof) async throws(OnsideServiceError) -> OnsideSession {
    switch proof {
    case .code(let code, let digits): try await logIn(LoginRequestForm(loginCode: code.id, code: digits))
    case .callback(let login, let url):
      switch login.answer(in: url) {
      case .code(let code):
        try await logIn(LoginRequestForm(signIn: login.id, code: code, codeVerifier: login.codeVerifier))
      case .cancelled: throw .cancelled
      case .failed(let error): throw .internalError("the sign-in page ended with \(error.prefix(40))")
      case nil: throw .refused("The browser came back from another login. Try again.")
      }
    }
  }

  private func logIn(_ form: LoginRequestForm) async throws(OnsideServiceError) -> OnsideSession {
    let session = try await connection.logIn(form)
    do {
      return try await keeper.begin(session)
    } catch {
      // Nobody has the tokens from now on. If the store cannot be reached, it keeps a session that nobody can use.
      try? await connection.end(session)
      throw .internalError("the session could not be kept: \(error)")
    }
  }

  /// Logs out: here at once, at the store if that can be reached within some seconds. The tokens are gone from here in
  /// any case.
  public func logOut() async {
    guard let ended = await keeper.end() else { return }
    // Nobody has the tokens any more: what the store still thinks of the session does not matter.
    try? await connection.end(ended)
  }

  /// Asks the store who is logged in and where by now; ``sessions`` says so if that has changed.
  func refreshSession() async throws(OnsideServiceError) {
    let (answer, ticket) = try await ask(StoreRequest(.get, "sessions", "current"))
    let form = try StoreForm.read(SessionForm.self, from: answer.accepted())
    await keeper.note((form.account, form.storefront.countryCode), of: ticket)
  }

  // MARK: Requests

  /// Sends a request of who is logged in, a second time with a new access token if the store refuses the first one.
  ///
  /// - Parameter account: the account that has to be logged in for it; nil for any.
  /// - Returns: whatever the store answers, and as whom it was asked.
  /// - Throws: ``OnsideServiceError/notLoggedIn``, or why there is no answer.
  func ask(
    _ request: StoreRequest, as account: String? = nil
  ) async throws(OnsideServiceError) -> (answer: StoreAnswer, ticket: SessionKeeper.Ticket) {
    let ticket = try await keeper.ticket(for: account)
    let answer = try await connection.send(request, token: ticket.token)
    guard answer.refusesToken else { return (answer, ticket) }
    let renewed = try await keeper.ticket(after: ticket)
    return (try await connection.send(request, token: renewed.token), renewed)
  }

  /// The same for what only reads.
  ///
  /// - Parameter account: the account that has to be logged in for it; nil for any.
  /// - Throws: what the store refuses it with, too.
  func read(_ path: String, as account: String? = nil) async throws(OnsideServiceError) -> StoreAnswer {
    try await retry.result { () async throws(OnsideServiceError) in
      try await ask(StoreRequest(.get, path), as: account).answer.accepted()
    }
  }
}
