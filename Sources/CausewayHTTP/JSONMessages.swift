import CausewayJSON
import Foundation

extension HTTPResponse {
  /// Creates an answer in JSON.
  package static func json(
    _ value: JSONValue, status: Int = 200, contentType: String = "application/json",
    fields: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    HTTPResponse(status, contentType, Data(value.jsonBytes), fields: fields)
  }
}

/// The reason why a body was not read as JSON.
package enum HTTPBodyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The `Content-Type` is not `application/json`; nil if the field is missing.
  case notSaidToBeJSON(String?)
  /// The body is not valid JSON.
  case notJSON(JSONError)

  /// The status of the answer to the request.
  package var status: Int {
    switch self {
    case .notSaidToBeJSON: 415
    case .notJSON: 400
    }
  }

  package var description: String {
    switch self {
    case .notSaidToBeJSON(nil): "The body has no Content-Type; send application/json."
    case .notSaidToBeJSON(let type?): "The body's Content-Type is \(type); send application/json."
    case .notJSON(let error): "The body is not JSON: \(error)."
    }
  }
}

extension HTTPRequest {
  /// Reads the body as JSON.
  ///
  /// - Throws: ``HTTPBodyError`` if the body is not JSON or has another `Content-Type`.
  package func json(limits: JSONLimits = .default) throws(HTTPBodyError) -> JSONValue {
    guard let type = mediaType else { throw .notSaidToBeJSON(nil) }
    guard type == "application/json" else { throw .notSaidToBeJSON(type) }
    do throws(JSONError) {
      return try JSONValue(parsing: body, limits: limits)
    } catch {
      throw .notJSON(error)
    }
  }
}
