import CausewayHTTP
import CausewayJSON
import Foundation

/// A call of an operation: the request, with methods to read what the operation needs.
struct SandboxCall: Sendable {
  let request: HTTPRequest
  let parameters: PathParameters

  /// Returns the bundle identifier of the calling app.
  /// - Throws: `bad_request` if the request does not name the app; `app_not_registered` if the store does not know the
  ///   app.
  func app(in store: SandboxStore) throws(SandboxProblem) -> String {
    guard let app = request[field: "Onside-App"], !app.isEmpty else {
      throw SandboxProblem(.badRequest, "Onside-App: missing; send the app's bundle identifier in this field")
    }
    try store.check(app: app)
    return app
  }

  /// Returns the session of the calling app.
  /// - Throws: the errors of ``app(in:)``; `not_logged_in` without a token; `invalid_token`.
  func session(in store: isolated SandboxStore) throws(SandboxProblem) -> SandboxSession {
    guard let session = try sessionIfAny(in: store) else { throw .notLoggedIn }
    return session
  }

  /// Returns the session of the calling app; nil without a token.
  func sessionIfAny(in store: isolated SandboxStore) throws(SandboxProblem) -> SandboxSession? {
    let app = try app(in: store)
    guard request[field: "Authorization"] != nil else { return nil }
    guard let token = bearerToken else {
      throw SandboxProblem(.invalidToken, "Authorization: must be the word Bearer, followed by a token")
    }
    return try store.sessions.session(SessionToken(token), app: app)
  }

  /// The token after `Bearer` in the field `Authorization`; nil if there is none.
  var bearerToken: String? {
    guard let parts = request[field: "Authorization"]?.split(separator: " ", maxSplits: 1), parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    return String(parts[1])
  }

  /// Returns the idempotency key of the request.
  func idempotencyKey() throws(SandboxProblem) -> UUID {
    guard let key = request[field: "Idempotency-Key"].flatMap(UUID.init(uuidString:)) else {
      throw SandboxProblem(.badRequest, "Idempotency-Key: missing, or not a UUID")
    }
    return key
  }

  /// Returns the UUID of an order from the path.
  /// - Throws: `unknown_order` if the text is not a UUID, because no order can have it as its id.
  func order(_ name: String) throws(SandboxProblem) -> UUID {
    guard let id = UUID(uuidString: parameters[name]) else { throw .unknownOrder }
    return id
  }

  /// Returns the body, a JSON object.
  func body() throws(SandboxProblem) -> RequestObject {
    let json: JSONValue
    do throws(HTTPBodyError) {
      json = try request.json(limits: JSONLimits(maximumDepth: 64, allowsDuplicateNames: false))
    } catch .notSaidToBeJSON {
      throw SandboxProblem(.unsupportedMediaType, "Content-Type: application/json is expected")
    } catch {
      throw SandboxProblem(.badRequest, "\(error)")
    }
    guard let object = json.objectValue else { throw SandboxProblem(.badRequest, "The body is not a JSON object") }
    return RequestObject(object)
  }

  /// Returns the body; an empty object if the request has no body.
  func bodyIfAny() throws(SandboxProblem) -> RequestObject {
    request.body.isEmpty ? RequestObject([:]) : try body()
  }
}
