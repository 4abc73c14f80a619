import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One thing that a store is asked.
struct StoreRequest: Sendable {
  /// What is done.
  enum Method: String {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  var method: Method
  /// The path's parts behind ``root``, without escapes.
  var path: [String]
  /// What the path begins with.
  var root = StoreRequest.interface
  /// JSON; nil for no body.
  var body: Data?
  /// The name of a payment.
  var idempotencyKey: UUID?
  /// How long one try may take.
  var timeLimit = Duration.seconds(20)

  init(_ method: Method, _ path: String..., body: Data? = nil) {
    self.method = method
    self.path = path
    self.body = body
  }

  /// Where the interface for apps is, in its first version.
  static let interface = ["app-api", "v1"]

  /// The request as it is sent.
  ///
  /// - Parameter token: who is logged in; nil for nobody.
  func urlRequest(to address: StoreAddress, token: Token?) -> URLRequest {
    var request = URLRequest(url: address.url(root + path))
    request.httpMethod = method.rawValue
    request.setValue(address.app, forHTTPHeaderField: "Onside-App")
    request.setValue("application/json, application/jose, application/problem+json", forHTTPHeaderField: "Accept")
    if let token { request.setValue("Bearer \(token.secret)", forHTTPHeaderField: "Authorization") }
    if let idempotencyKey {
      request.setValue(idempotencyKey.uuidString.lowercased(), forHTTPHeaderField: "Idempotency-Key")
    }
    #if canImport(FoundationNetworking)
    // When a connection that was kept turns out to be closed, Foundation on Linux tries anew without the body, which it has
    // not any more, and waits for an answer until the time limit.
    request.setValue("close", forHTTPHeaderField: "Connection")
    #endif
    if let body {
      request.httpBody = body
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }
}
