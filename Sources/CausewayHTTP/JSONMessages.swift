import CausewayJSON
import Foundation

extension HTTPResponse {
  /// An answer in JSON.
  package static func json(
    _ value: JSONValue, status: Int = 200, contentType: String = "application/json",
    fields: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    HTTPResponse(status, contentType, Data(value.jsonBytes), fields: fields)
  }
}

/// Why a body was not read as JSON.
package enum HTTPBodyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is said to be something else; nil if nothing is said.
  case notSaidToBeJSON(String?)
  /// It is not JSON.
  case notJSON(JSONError)

  /// The status to answer with.
  package var status: Int {
    switch self {
    case .notSaidToBeJSON: 415
    case .notJSON: 400
    }
  }

  package var description: String {
    switch self {
    case .notSaidToBeJSON(nil): "The body has no Content-Type; application/json is expected."
    case .notSaidToBeJSON(let type?): "The body is said to be \(type); application/json is expected."
    case .notJSON(let error): "The body is not JSON: \(error)"
    }
  }
}

extension HTTPRequest {
  /// The body as JSON.
  ///
  /// - Throws: ``HTTPBodyError`` unless it is JSON and said to be so.
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
