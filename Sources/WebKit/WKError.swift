// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of WebKit's errors.
public let WKErrorDomain = "WKErrorDomain"

/// An error of WebKit's API, with Apple's domain, codes and user info keys.
public struct WKError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The kind of failure. The raw values equal Apple's.
  public enum Code: Int, Sendable {
    /// A failure without its own code.
    case unknown = 1
    /// The web content process ended.
    case webContentProcessTerminated = 2
    /// The web view was released.
    case webViewInvalidated = 3
    /// A script threw an exception, the script's promise was rejected, or the page that should have settled it is gone.
    case javaScriptExceptionOccurred = 4
    /// Swift cannot represent the script's result.
    case javaScriptResultTypeIsUnsupported = 5
    /// The rules of a content rule list are wrong; `NSHelpAnchor` in the user info says why.
    case contentRuleListStoreCompileFailed = 6
    /// The store has no such content rule list, or its list cannot be read by this version of WebKit.
    case contentRuleListStoreLookUpFailed = 7
    /// The store has no such content rule list to remove.
    case contentRuleListStoreRemoveFailed = 8
    /// The frame in which a script should run is gone, or scripts cannot reach it.
    case javaScriptInvalidFrameTarget = 12
  }

  /// The kind of failure.
  public let code: Code
  /// The script's exception, for ``Code/javaScriptExceptionOccurred``.
  let exception: ScriptException?
  /// WebKit's text about the failure, in the cases in which Apple's WebKit provides one.
  let reason: String?

  init(_ code: Code, exception: ScriptException? = nil, reason: String? = nil) {
    self.code = code
    self.exception = exception
    self.reason = reason
  }

  /// Returns an error that reports a message as a script's exception.
  static func exception(_ message: String) -> WKError {
    WKError(.javaScriptExceptionOccurred, exception: ScriptException(message: message))
  }

  /// `WKErrorDomain`.
  public static var errorDomain: String { WKErrorDomain }

  /// The code's number.
  public var errorCode: Int { code.rawValue }

  /// The description; `NSHelpAnchor` for content rule lists; and Apple's keys `WKJavaScriptExceptionMessage`,
  /// `…LineNumber`, `…ColumnNumber` and `…SourceURL` for exceptions.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: description]
    info["NSHelpAnchor"] = reason
    info["WKJavaScriptExceptionMessage"] = exception?.message
    info["WKJavaScriptExceptionLineNumber"] = exception?.line
    info["WKJavaScriptExceptionColumnNumber"] = exception?.column
    info["WKJavaScriptExceptionSourceURL"] = exception?.sourceURL
    return info
  }

  /// A message for developers, which includes the text of an exception.
  public var errorDescription: String? {
    exception.map { "\(description): \($0.message)" } ?? description
  }

  private var description: String {
    switch code {
    case .unknown: "An unknown error occurred"
    case .webContentProcessTerminated: "The Web Content process was terminated"
    case .webViewInvalidated: "The WKWebView was invalidated"
    case .javaScriptExceptionOccurred: "A JavaScript exception occurred"
    case .javaScriptResultTypeIsUnsupported: "JavaScript execution returned a result of an unsupported type"
    case .contentRuleListStoreCompileFailed: "Compiling a content rule list failed"
    case .contentRuleListStoreLookUpFailed: "Looking up a content rule list failed"
    case .contentRuleListStoreRemoveFailed: "Removing a content rule list failed"
    case .javaScriptInvalidFrameTarget: "JavaScript execution targeted an invalid frame"
    }
  }
}
