import CausewayHTTP
import CausewayJSON
import Foundation

/// A request for an operation, and what it is to have.
struct SandboxCall {
  let store: SandboxStore
  let request: HTTPRequest
  let parameters: PathParameters

  /// The app that calls.
  /// - Throws: `bad_request` if it is not named; `app_not_registered` for one that the store does not know.
  func app() throws(SandboxProblem) -> String {
    guard let app = request[field: "Onside-App"], !app.isEmpty else {
      throw SandboxProblem(.badRequest, "Onside-App: missing; send the app's bundle identifier in this field")
    }
    try store.check(app: app)
    return app
  }

  /// Who is logged in in the app that calls.
  /// - Throws: as ``app()``; `not_logged_in` without a token; `invalid_token`.
  func session() async throws(SandboxProblem) -> SandboxSession {
    guard let session = try await sessionIfAny() else { throw .notLoggedIn }
    return session
  }

  /// Who is logged in; nil without a token.
  func sessionIfAny() async throws(SandboxProblem) -> SandboxSession? {
    let app = try app()
    guard request[field: "Authorization"] != nil else { return nil }
    guard let token = bearerToken else {
      throw SandboxProblem(.invalidToken, "Authorization: not the scheme Bearer and a token")
    }
    return try await store.session(SessionToken(token), app: app)
  }

  /// What stands behind `Bearer` in the field `Authorization`.
  var bearerToken: String? {
    guard let parts = request[field: "Authorization"]?.split(separator: " ", maxSplits: 1), parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    return String(parts[1])
  }

  /// The key under which a change is made once.
  func idempotencyKey() throws(SandboxProblem) -> UUID {
    guard let key = request[field: "Idempotency-Key"].flatMap(UUID.init(uuidString:)) else {
      throw SandboxProblem(.badRequest, "Idempotency-Key: missing, or not a UUID")
    }
    return key
  }

  /// A UUID of the path.
  /// - Throws: `unknown_order` for another text: nothing has such a name.
  func order(_ name: String) throws(SandboxProblem) -> UUID {
    guard let id = UUID(uuidString: parameters[name]) else { throw .unknownOrder }
    return id
  }

  /// The body, an object.
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

  /// The body; an empty object if there is none.
  func bodyIfAny() throws(SandboxProblem) -> RequestObject {
    request.body.isEmpty ? RequestObject([:]) : try body()
  }
}
