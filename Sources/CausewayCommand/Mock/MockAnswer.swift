import Causeway
import CausewayContract
import CausewayJSON
import Foundation

/// The answer of a mock's function, as `mock.js` sends it.
struct MockAnswer {
  /// The content of an answer.
  private enum Content {
    case value(JSONValue?)
    case bytes(Bytes)
  }

  private let content: Content

  /// - Parameters:
  ///   - json: the answer's JSON.
  ///   - function: the name of the mock's function, for errors.
  /// - Throws: ``MockError`` or ``MockFailure`` if the function has thrown an error.
  init(_ json: JSONValue?, of function: String) throws {
    if let text = json?["bytes"]?.stringValue {
      content = .bytes(Bytes(Array(Data(base64Encoded: text) ?? Data())))
    } else if let error = json?["error"] {
      throw MockError(
        code: error["code"]?.stringValue ?? "", pageMessage: error["message"]?.stringValue ?? "",
        pageDetails: error["details"])
    } else if let text = json?["thrown"]?.stringValue {
      throw MockFailure(
        "the mock's function \"\(function)\" has thrown \(text)" + (json.map(Self.position(in:)) ?? ""))
    } else {
      content = .value(json?["value"])
    }
  }

  /// Returns the position of an error, in parentheses, for the end of a text; empty if the position is not known.
  static func position(in json: JSONValue) -> String {
    json["position"]?.stringValue.map { " (\($0))" } ?? ""
  }

  /// Returns the value. Throws ``MockFailure`` if the schema does not accept it.
  func value(
    as expected: Contract.Content, of function: String, in contract: Contract
  ) throws(MockFailure) -> JSONValue? {
    guard case .value(let value) = content else {
      throw MockFailure(
        "the mock's function \"\(function)\" has returned bytes, but the contract has a value there: return a JSON value"
      )
    }
    guard case .value(let schema) = expected else { return nil }
    if let mismatch = schema.mismatch(of: value ?? .null, types: contract.types) {
      throw MockFailure("the value of the mock's function \"\(function)\" does not fit the contract: \(mismatch)")
    }
    return value
  }

  /// Returns the bytes. Throws ``MockFailure`` if the answer has a value instead.
  func bytes(of function: String) throws(MockFailure) -> Bytes {
    guard case .bytes(let bytes) = content else {
      throw MockFailure(
        "the mock's function \"\(function)\" has returned a value, but the contract has bytes there: return an ArrayBuffer"
      )
    }
    return bytes
  }
}
