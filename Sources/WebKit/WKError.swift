// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of WebKit's errors.
public let WKErrorDomain = "WKErrorDomain"

/// An error of WebKit's API, with Apple's domain, codes and user info keys.
public struct WKError: CustomNSError, LocalizedError, @unchecked Sendable {
  // The conformance to `Sendable` is unchecked, as that of Foundation's errors: the details are property-list values
  // and URLs, which nobody changes.

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
  /// The details of the failure.
  public let userInfo: [String: Any]

  /// Creates an error, for the tests of an app.
  ///
  /// - Parameter userInfo: the details. `NSLocalizedDescriptionKey` is added if it is missing.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo.merging([NSLocalizedDescriptionKey: code.text]) { given, _ in given }
  }

  /// Creates an error with WebKit's text about the failure, in the cases in which Apple's WebKit provides one.
  init(_ code: Code, reason: String) {
    self.init(code, userInfo: ["NSHelpAnchor": reason])
  }

  /// Creates the error for a script's exception.
  init(_ exception: ScriptException) {
    var info: [String: Any] = [:]
    info["WKJavaScriptExceptionMessage"] = exception.message
    info["WKJavaScriptExceptionLineNumber"] = exception.line
    info["WKJavaScriptExceptionColumnNumber"] = exception.column
    info["WKJavaScriptExceptionSourceURL"] = exception.sourceURL
    self.init(.javaScriptExceptionOccurred, userInfo: info)
  }

  /// Returns an error that reports a message as a script's exception.
  static func exception(_ message: String) -> WKError {
    WKError(ScriptException(message: message))
  }

  /// `WKErrorDomain`.
  public static var errorDomain: String { WKErrorDomain }

  /// The code's number.
  public var errorCode: Int { code.rawValue }

  /// The same as ``userInfo``: the description; `NSHelpAnchor` for content rule lists; and Apple's keys
  /// `WKJavaScriptExceptionMessage`, `…LineNumber`, `…ColumnNumber` and `…SourceURL` for exceptions.
  public var errorUserInfo: [String: Any] { userInfo }

  /// A message for developers, which includes the text of an exception.
  public var errorDescription: String? {
    let description = userInfo[NSLocalizedDescriptionKey] as? String ?? code.text
    return (userInfo["WKJavaScriptExceptionMessage"] as? String).map { "\(description): \($0)" } ?? description
  }
}

extension WKError: Hashable {
  /// Compares the codes and the details, as Foundation compares its errors.
  public static func == (left: WKError, right: WKError) -> Bool {
    left.code == right.code && NSDictionary(dictionary: left.userInfo) == NSDictionary(dictionary: right.userInfo)
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

// The codes, as members of the error, as Swift imports them from Apple's SDK.
extension WKError {
  /// A failure without its own code.
  public static var unknown: Code { .unknown }
  /// The web content process ended.
  public static var webContentProcessTerminated: Code { .webContentProcessTerminated }
  /// The web view was released.
  public static var webViewInvalidated: Code { .webViewInvalidated }
  /// A script threw an exception, the script's promise was rejected, or the page that should have settled it is gone.
  public static var javaScriptExceptionOccurred: Code { .javaScriptExceptionOccurred }
  /// Swift cannot represent the script's result.
  public static var javaScriptResultTypeIsUnsupported: Code { .javaScriptResultTypeIsUnsupported }
  /// The rules of a content rule list are wrong.
  public static var contentRuleListStoreCompileFailed: Code { .contentRuleListStoreCompileFailed }
  /// The store has no such content rule list, or its list cannot be read by this version of WebKit.
  public static var contentRuleListStoreLookUpFailed: Code { .contentRuleListStoreLookUpFailed }
  /// The store has no such content rule list to remove.
  public static var contentRuleListStoreRemoveFailed: Code { .contentRuleListStoreRemoveFailed }
  /// The frame in which a script should run is gone, or scripts cannot reach it.
  public static var javaScriptInvalidFrameTarget: Code { .javaScriptInvalidFrameTarget }
}

extension WKError.Code {
  /// Returns whether an error is a ``WKError`` with this code, for `catch WKError.javaScriptExceptionOccurred`.
  public static func ~= (code: WKError.Code, error: any Error) -> Bool { (error as? WKError)?.code == code }

  fileprivate var text: String {
    switch self {
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
