import CausewayHTTP
import CausewayJSON

/// An error that a client of WebDriver gets.
package struct WebDriverError: Error, CustomStringConvertible {
  /// The errors of the specification that the driver itself reports.
  package enum Code: String, Sendable {
    case elementClickIntercepted = "element click intercepted"
    case elementNotInteractable = "element not interactable"
    case invalidArgument = "invalid argument"
    case invalidElementState = "invalid element state"
    case invalidSessionID = "invalid session id"
    case moveTargetOutOfBounds = "move target out of bounds"
    case noSuchFrame = "no such frame"
    case sessionNotCreated = "session not created"
    case timeout
    case unknownCommand = "unknown command"
    case unknownError = "unknown error"
    case unknownMethod = "unknown method"
    case unsupportedOperation = "unsupported operation"

    var status: Int {
      switch self {
      case .elementClickIntercepted, .elementNotInteractable, .invalidArgument, .invalidElementState: 400
      case .invalidSessionID, .noSuchFrame, .unknownCommand: 404
      case .unknownMethod: 405
      case .moveTargetOutOfBounds, .sessionNotCreated, .timeout, .unknownError, .unsupportedOperation: 500
      }
    }
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package static func invalidArgument(_ message: String) -> WebDriverError { Self(.invalidArgument, message) }
  package static func unsupported(_ message: String) -> WebDriverError { Self(.unsupportedOperation, message) }

  static func clickIntercepted(by element: String) -> WebDriverError {
    Self(
      .elementClickIntercepted,
      "a click would not reach the element: at its center is \(element)")
  }

  package var description: String { "\(code.rawValue): \(message)" }

  var response: HTTPResponse {
    let value: JSONValue = [
      "value": ["error": .string(code.rawValue), "message": .string(message), "stacktrace": ""]
    ]
    return .webDriver(value, status: code.status)
  }
}

extension HTTPResponse {
  /// Creates an answer of WebDriver.
  static func webDriver(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    .json(
      value, status: status, contentType: "application/json; charset=utf-8", fields: [("Cache-Control", "no-cache")])
  }

  /// Creates the answer of a command that has succeeded.
  static func value(_ value: JSONValue) -> HTTPResponse { .webDriver(["value": value]) }
}
