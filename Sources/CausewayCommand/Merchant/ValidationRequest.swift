import Causeway
import CausewayJSON
import Foundation

/// What a page asks of `POST /validate`: `{"customer": "...", "history": "<JWS>", "order_id": "..."}`.
struct ValidationRequest: Sendable {
  /// The longest body, in bytes: a history as long as the library reads, and what is around it.
  static let maximumBytes = (4 << 20) + (64 << 10)

  /// Who asks, as the publisher calls its user.
  let customer: String
  /// The app's signed history, a compact JWS. It does not belong into logs.
  let history: String
  /// The order that is new to the app; nil for all of the history.
  let order: UUID?

  /// - Throws: ``ValidationProblem`` for what is missing or of the wrong kind. Nothing of the body is in its text.
  init(_ body: JSONValue) throws(ValidationProblem) {
    guard let object = body.objectValue else { throw .badRequest("The body is not a JSON object.") }
    guard let customer = object["customer"]?.stringValue else {
      throw .badRequest("\"customer\" must be a text: what you call the customer.")
    }
    guard let history = object["history"]?.stringValue else {
      throw .badRequest("\"history\" must be a text: the signed history.")
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
