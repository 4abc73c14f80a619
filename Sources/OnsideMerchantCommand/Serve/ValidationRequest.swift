import CausewayJSON
import Foundation

/// The body of a request to `POST /validate`: `{"customer": "...", "history": "<JWS>", "order_id": "..."}`.
struct ValidationRequest: Sendable {
  /// The maximum size of a body, in bytes: the longest history that the library reads, and space for the other members.
  static let maximumBytes = (4 << 20) + (64 << 10)

  /// The customer's name in the publisher's own system.
  let customer: String
  /// The app's signed history, a compact JWS. It must not be written to logs.
  let history: String
  /// The order to validate; nil for all orders of the history.
  let order: UUID?

  /// - Throws: ``ValidationProblem`` if a member is missing or has the wrong type. The text does not quote the body.
  init(_ body: JSONValue) throws(ValidationProblem) {
    guard let object = body.objectValue else { throw .badRequest("The body is not a JSON object.") }
    guard let customer = object["customer"]?.stringValue else {
      throw .badRequest("\"customer\" must be a string: your name for the customer.")
    }
    guard let history = object["history"]?.stringValue else {
      throw .badRequest("\"history\" must be a string: the signed history.")
    }
    self.customer = customer
    self.history = history
    switch object["order_id"] {
    case nil, .null?: order = nil
    case let value?:
      guard let order = value.stringValue.flatMap(UUID.init) else { throw .badRequest("\"order_id\" must be a UUID.") }
      self.order = order
    }
  }
}

extension ValidationRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "ValidationRequest(…)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}
