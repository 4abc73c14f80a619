import CausewayHTTP
import CausewayJSON

/// An error that a client of WebDriver gets.
package struct WebDriverError: Error, CustomStringConvertible {
  /// The errors of the specification that the driver itself reports.
  package enum Code: String, Sendable, CaseIterable {
    case detachedShadowRoot = "detached shadow root"
    case elementClickIntercepted = "element click intercepted"
    case elementNotInteractable = "element not interactable"
    case insecureCertificate = "insecure certificate"
    case invalidArgument = "invalid argument"
    case invalidCookieDomain = "invalid cookie domain"
    case invalidElementState = "invalid element state"
    case invalidSelector = "invalid selector"
    case invalidSessionID = "invalid session id"
    case javascriptError = "javascript error"
    case moveTargetOutOfBounds = "move target out of bounds"
    case noSuchAlert = "no such alert"
    case noSuchCookie = "no such cookie"
    case noSuchElement = "no such element"
    case noSuchFrame = "no such frame"
    case noSuchShadowRoot = "no such shadow root"
    case noSuchWindow = "no such window"
    case scriptTimeout = "script timeout"
    case sessionNotCreated = "session not created"
    case staleElementReference = "stale element reference"
    case timeout
    case unableToSetCookie = "unable to set cookie"
    case unexpectedAlertOpen = "unexpected alert open"
    case unknownCommand = "unknown command"
    case unknownError = "unknown error"
    case unknownMethod = "unknown method"
    case unsupportedOperation = "unsupported operation"

    var status: Int {
      switch self {
      case .elementClickIntercepted, .elementNotInteractable, .insecureCertificate, .invalidArgument,
        .invalidCookieDomain, .invalidElementState, .invalidSelector:
        400
      case .detachedShadowRoot, .invalidSessionID, .noSuchAlert, .noSuchCookie, .noSuchElement, .noSuchFrame,
        .noSuchShadowRoot, .noSuchWindow, .staleElementReference, .unknownCommand:
        404
      case .unknownMethod: 405
      case .javascriptError, .moveTargetOutOfBounds, .scriptTimeout, .sessionNotCreated, .timeout,
        .unableToSetCookie, .unexpectedAlertOpen, .unknownError, .unsupportedOperation:
        500
      }
    }

    /// The message of an error to which the engine's driver gives none.
    var usualMessage: String {
      switch self {
      case .detachedShadowRoot: "the shadow root is not in the document any more"
      case .elementClickIntercepted: "a click would not reach the element"
      case .elementNotInteractable: "the element is not visible, or takes no input"
      case .insecureCertificate: "the certificate of the page's server is not valid"
      case .invalidArgument: "a parameter is missing or has a wrong type"
      case .invalidCookieDomain: "the page must not set a cookie for this domain"
      case .invalidElementState: "the element cannot be changed in its state"
      case .invalidSelector: "the selector is not valid"
      case .invalidSessionID: "the session does not exist"
      case .javascriptError: "the script has thrown a value without a text"
      case .moveTargetOutOfBounds: "the point is outside of the view"
      case .noSuchAlert: "no dialog of the page is open"
      case .noSuchCookie: "the page has no cookie with this name"
      case .noSuchElement: "the current frame has no element that matches"
      case .noSuchFrame: "the current frame does not exist any more, or has no such frame"
      case .noSuchShadowRoot: "the element has no shadow root"
      case .noSuchWindow: "the session has no such window"
      case .scriptTimeout: "the script did not end within its timeout"
      case .sessionNotCreated: "the session could not be created"
      case .staleElementReference: "the element is not in the document any more"
      case .timeout: "the command did not end within its timeout"
      case .unableToSetCookie: "the cookie could not be set"
      case .unexpectedAlertOpen: "a dialog of the page is open; accept or dismiss it first"
      case .unknownCommand: "there is no such command"
      case .unknownError: "the command failed in the engine, which gives no reason"
      case .unknownMethod: "the command takes another method"
      case .unsupportedOperation: "the engine does not support the command"
      }
    }
  }

  package let code: Code
  package let message: String

  /// - Parameter message: the text for the client; the usual one of the code if it is empty.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message.isEmpty ? code.usualMessage : message
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
