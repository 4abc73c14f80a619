import CausewayTransport
import Foundation

/// The connection of one app to one store. It sends single requests, and the requests that begin, renew and end a
/// session.
struct StoreConnection: Sendable {
  let address: StoreAddress
  let transport: Transport
  let now: @Sendable () -> Date

  /// The maximum size of an answer, in bytes: more than the longest answer of a store, the signed history.
  static let maximumBytes = 8 << 20

  /// Sends a request once.
  ///
  /// - Returns: the store's answer, with any status.
  /// - Throws: the reason why there is no answer.
  func send(_ request: StoreRequest, token: Token? = nil) async throws(OnsideServiceError) -> HTTPAnswer {
    do throws(TransportError) {
      return try await transport.send(
        request.urlRequest(to: address, token: token), timeout: request.timeout, maximumBytes: Self.maximumBytes)
    } catch {
      throw OnsideServiceError(error)
    }
  }

  /// Requests a login code.
  func sendCode(
    _ request: LoginCodeRequestPayload, for credential: OnsideCredential
  ) async throws(OnsideServiceError) -> OnsideLoginCode {
    let answer = try await send(StoreRequest(.post, "login-codes", body: StoreCoding.body(request)))
    if let error = answer.loginCodeError { throw .loginCode(error) }
    // The store did not accept the address or number. The title of its problem is a text for the user.
    if [400, 422].contains(answer.status), let problem = answer.problem { throw .refused(problem.title) }
    let payload = try StoreCoding.read(LoginCodePayload.self, from: answer.accepted([201]))
    guard let code = payload.code(for: credential) else { throw answer.unexpected }
    return code
  }

  /// Begins a login on a sign-in page.
  func beginSignIn(
    _ provider: OnsideIdentityProvider, returningBy scheme: CallbackScheme
  ) async throws(OnsideServiceError) -> OnsideBrowserLogin {
    let secrets = BrowserLoginSecrets()
    let payload = SignInRequestPayload(
      provider: provider.rawValue, callbackScheme: scheme.text, state: secrets.state,
      codeChallenge: secrets.codeChallenge)
    let answer = try await send(StoreRequest(.post, "sign-ins", body: StoreCoding.body(payload)))
    let signIn = try StoreCoding.read(SignInPayload.self, from: answer.accepted([201]))
    guard let url = address.signInPage(signIn.signInUrl) else { throw answer.unexpected }
    return OnsideBrowserLogin(
      id: signIn.id, provider: provider, url: url, callbackScheme: scheme.text, state: secrets.state,
      codeVerifier: secrets.codeVerifier)
  }

  /// Completes a login, and returns the new session.
  func logIn(_ payload: LoginRequestPayload) async throws(OnsideServiceError) -> KeptSession {
    let sent = now()
    let answer = try await send(StoreRequest(.post, "sessions", body: StoreCoding.body(payload)))
    if let error = answer.loginCodeError { throw .loginCode(error) }
    if answer.status == 410, let problem = answer.problem, problem.code == "sign_in_ended" {
      throw .refused(problem.title)
    }
    return try StoreCoding.read(SessionTokensPayload.self, from: answer.accepted([201])).session(
      of: address, sent: sent)
  }

  /// Requests a new access token.
  ///
  /// - Parameter timeout: the timeout; nil for the default of requests.
  /// - Throws: ``OnsideServiceError/notLoggedIn`` if the session has ended.
  func renew(_ refreshToken: Token, timeout: Duration? = nil) async throws(OnsideServiceError) -> KeptSession {
    let sent = now()
    let payload = RefreshPayload(refreshToken: refreshToken)
    var request = StoreRequest(.post, "sessions", "refresh", body: try StoreCoding.body(payload))
    if let timeout { request.timeout = timeout }
    let answer = try await send(request)
    switch answer.unauthorized {
    case .invalidToken: throw .notLoggedIn
    // Only a refused token may end the session, so no other answer may become `notLoggedIn`.
    case .notLoggedIn: throw answer.unexpected
    case nil: break
    }
    return try StoreCoding.read(SessionTokensPayload.self, from: answer.accepted()).session(of: address, sent: sent)
  }

  /// Ends a session at the store, without retries: at most three requests with a timeout of 5 s each.
  func end(_ session: KeptSession) async throws(OnsideServiceError) {
    var request = StoreRequest(.delete, "sessions", "current")
    // Use a short timeout, because the user may be waiting to log in again.
    request.timeout = .seconds(5)
    guard try await send(request, token: session.accessToken).unauthorized == .invalidToken else { return }
    // The access token has expired. Get a new one, because the request that ends the session needs it.
    let renewed = try await renew(session.refreshToken, timeout: request.timeout)
    _ = try await send(request, token: renewed.accessToken)
  }
}
