import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request to a store, as a value.
struct StoreRequest: Sendable {
  /// The HTTP method.
  enum Method: String {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  var method: Method
  /// The path components after ``interface``, not percent-encoded.
  var path: [String]
  /// The body as JSON; nil for none.
  var body: Data?
  /// The idempotency key of a payment or a new card; nil for other requests.
  var idempotencyKey: UUID?
  /// The timeout of one attempt.
  var timeout = Duration.seconds(20)

  init(_ method: Method, _ path: String..., body: Data? = nil) {
    self.method = method
    self.path = path
    self.body = body
  }

  /// The path of the interface for apps, version 1.
  static let interface = ["app-api", "v1"]

  /// Returns the request for the URL loading system.
  ///
  /// - Parameter token: the logged-in user's access token; nil if no user is logged in.
  func urlRequest(to address: StoreAddress, token: Token?) -> URLRequest {
    var request = URLRequest(url: address.url(Self.interface + path))
    request.httpMethod = method.rawValue
    request.setValue(address.app, forHTTPHeaderField: "Onside-App")
    request.setValue("application/json, application/jose, application/problem+json", forHTTPHeaderField: "Accept")
    if let token { request.setValue("Bearer \(token.secret)", forHTTPHeaderField: "Authorization") }
    if let idempotencyKey {
      request.setValue(idempotencyKey.uuidString.lowercased(), forHTTPHeaderField: "Idempotency-Key")
    }
    #if canImport(FoundationNetworking)
    // Do not keep connections open. If a kept connection was closed, Foundation on Linux repeats the request without
    // its body, which it no longer has, and then waits for an answer until the timeout.
    request.setValue("close", forHTTPHeaderField: "Connection")
    #endif
    if let body {
      request.httpBody = body
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }
}
