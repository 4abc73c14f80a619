/// The domain of WebKit's errors.
public let WKErrorDomain = "WKErrorDomain"

/// An error of WebKit's API, with Apple's domain and codes.
public struct WKError: Error, Hashable, Sendable, CustomNSError, LocalizedError {
  /// What went wrong; the raw values are Apple's.
  public enum Code: Int, Sendable {
    /// Something that has no code of its own.
    case unknown = 1
    /// The web content process ended.
    case webContentProcessTerminated = 2
    /// The web view was released.
    case webViewInvalidated = 3
    /// A script threw, or a promise that it gave rejected; the user info says what.
    case javaScriptExceptionOccurred = 4
    /// A script's result has no counterpart in Swift.
    case javaScriptResultTypeIsUnsupported = 5
    /// The frame in which a script should run is gone.
    case javaScriptInvalidFrameTarget = 12
  }

  /// What went wrong.
  public let code: Code
  /// The exception's text, for ``Code/javaScriptExceptionOccurred``.
  public let exceptionMessage: String?

  init(_ code: Code, exceptionMessage: String? = nil) {
    self.code = code
    self.exceptionMessage = exceptionMessage
  }

  /// `WKErrorDomain`.
  public static var errorDomain: String { WKErrorDomain }
  /// Apple's code.
  public var errorCode: Int { code.rawValue }

  /// The description and, for exceptions, Apple's key `WKJavaScriptExceptionMessage`.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
    info["WKJavaScriptExceptionMessage"] = exceptionMessage
    return info
  }

  /// A sentence for developers.
  public var errorDescription: String? {
    switch code {
    case .unknown: "An unknown error occurred"
    case .webContentProcessTerminated: "The web content process ended"
    case .webViewInvalidated: "The web view was released"
    case .javaScriptExceptionOccurred: "A JavaScript exception occurred: \(exceptionMessage ?? "")"
    case .javaScriptResultTypeIsUnsupported: "JavaScript execution returned a result of an unsupported type"
    case .javaScriptInvalidFrameTarget: "JavaScript execution targeted an invalid frame"
    }
  }
}
