import CausewayTransport
import Foundation

/// A store on the network, with the interface that the sandbox store's description `openapi.yaml` defines.
///
/// At launch, the session is read from the device, so that unfinished transactions are delivered offline too. Then the
/// service asks the store for the current state of the session. Requests that only read are repeated for a short time
/// when the store cannot be reached; all other requests are sent once.
///
/// Tokens are stored in the device's keychain. Where no keychain exists, they are stored in the state folder, in a file
/// `session.json` that only this user can read. No error and no log contains a token, and tokens are sent to this store
/// only.
public final class NetworkService: OnsideService {
  /// The store's URL and the app's bundle identifier.
  public let address: StoreAddress
  /// The changes of the session: the new session, or nil after a logout.
  public let sessions: AsyncStream<OnsideSession?>

  let connection: StoreConnection
  let keeper: SessionKeeper
  let retry: Retry

  /// Creates a service for a store, with the session of an earlier launch.
  ///
  /// - Parameters:
  ///   - folder: the folder for the session file where no keychain exists. Created if it is missing. Must not be used
  ///     by another process.
  ///   - clock: measures timeouts and the delays between attempts.
  ///   - log: called when a session cannot be read or written, with one line that contains no secrets.
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

  /// - Parameter now: returns the current time, for the expiry of tokens.
  init(
    _ address: StoreAddress, storage: any SessionStorage, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void
  ) {
    self.address = address
    let connection = StoreConnection(address: address, transport: Transport(clock: clock), now: now)
    self.connection = connection
    retry = Retry(clock: clock)
    keeper = SessionKeeper(address, storage: storage, now: now, log: log) { token throws(OnsideServiceError) in
      try await connection.renew(token)
    }
    sessions = keeper.changes
    Task { [weak self, retry] in
      // If the refresh fails, a later request reports a change of the session.
      try? await retry.result { () async throws(OnsideServiceError) in try await self?.refreshSession() }
    }
  }

  /// Ends ``sessions`` and closes the storage, so that another service can use the folder. Afterwards, every request
  /// that needs a session fails.
  package func close() async { await keeper.close() }

  // MARK: Session

  /// Returns the session that is stored on this device, without a request to the store.
  public func session() async -> OnsideSession? { await keeper.session }

  /// Begins a login: the store sends a code, or returns the address of a sign-in page.
  ///
  /// - Throws: ``OnsideServiceError/refused(_:)`` for a text that cannot be an e-mail address or a telephone number.
  public func beginLogin(_ credential: OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep {
    try await beginLogin(credential, callbackScheme: nil)
  }

  /// Begins a login.
  ///
  /// - Parameter callbackScheme: the URL scheme by which a browser returns to the app. If it is nil or cannot be used,
  ///   the scheme is derived from the app's bundle identifier.
  public func beginLogin(
    _ credential: OnsideCredential, callbackScheme: String?
  ) async throws(OnsideServiceError) -> OnsideLoginStep {
    switch credential {
    case .email(let address):
      .code(try await connection.sendCode(LoginCodeRequestPayload(email: address), for: credential))
    case .phone(let number):
      .code(try await connection.sendCode(LoginCodeRequestPayload(phone: number), for: credential))
    case .federated(let provider):
      .browser(
        try await connection.beginSignIn(
          provider, returningBy: callbackScheme.flatMap(CallbackScheme.init) ?? CallbackScheme(app: address.app)))
    }
  }

  /// Completes a login.
  public func logIn(_ proof: OnsideLoginProof) async throws(OnsideServiceError) -> OnsideSession {
    switch proof {
    case .code(let code, let digits): try await logIn(LoginRequestPayload(loginCode: code.id, code: digits))
    case .callback(let login, let url):
      switch login.answer(in: url) {
      case .code(let code):
        try await logIn(LoginRequestPayload(signIn: login.id, code: code, codeVerifier: login.codeVerifier))
      case .cancelled: throw .cancelled
      case .failed(let error): throw .internalError("the sign-in page reported the error \(error.prefix(40))")
      case nil: throw .refused("The browser returned from another login. Try again.")
      }
    }
  }

  private func logIn(_ payload: LoginRequestPayload) async throws(OnsideServiceError) -> OnsideSession {
    let session = try await connection.logIn(payload)
    do {
      return try await keeper.begin(session)
    } catch {
      // The tokens are lost, so end the session at the store. If the store cannot be reached, it keeps the session, but
      // no program can use it.
      try? await connection.end(session)
      throw .internalError("the session could not be saved: \(error)")
    }
  }

  /// Logs the user out: at once on the device, and then at the store, if the store can be reached within a few seconds.
  /// This process drops the tokens in both cases.
  public func logOut() async {
    guard let ended = await keeper.end() else { return }
    // The tokens are deleted, so it does not matter if the store keeps the session.
    try? await connection.end(ended)
  }

  /// Asks the store for the current account and storefront. ``sessions`` reports a change.
  func refreshSession() async throws(OnsideServiceError) {
    let (answer, ticket) = try await ask(StoreRequest(.get, "sessions", "current"))
    let payload = try StoreCoding.read(SessionPayload.self, from: answer.accepted())
    await keeper.note((payload.account, payload.storefront.countryCode), of: ticket)
  }

  // MARK: Requests

  /// Sends a request for the logged-in user, and repeats it with a new access token if the store refuses the first one.
  ///
  /// - Parameter account: the account that must be logged in; nil for any account.
  /// - Returns: the store's answer, with any status, and the ticket with which the request was sent.
  /// - Throws: ``OnsideServiceError/notLoggedIn``, or the reason why there is no answer.
  func ask(
    _ request: StoreRequest, as account: String? = nil
  ) async throws(OnsideServiceError) -> (answer: HTTPAnswer, ticket: SessionKeeper.Ticket) {
    let ticket = try await keeper.ticket(for: account)
    let answer = try await connection.send(request, token: ticket.token)
    guard answer.unauthorized == .invalidToken else { return (answer, ticket) }
    let renewed = try await keeper.ticket(after: ticket)
    return (try await connection.send(request, token: renewed.token), renewed)
  }

  /// Sends a request that only reads, and repeats it when the store cannot be reached.
  ///
  /// - Parameter account: the account that must be logged in; nil for any account.
  /// - Throws: the errors of ``ask(_:as:)``, and an error for any status other than 200.
  func read(_ path: String, as account: String? = nil) async throws(OnsideServiceError) -> HTTPAnswer {
    try await retry.result { () async throws(OnsideServiceError) in
      try await ask(StoreRequest(.get, path), as: account).answer.accepted()
    }
  }
}
