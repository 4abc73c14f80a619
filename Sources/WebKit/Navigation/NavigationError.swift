import CWebKitGTK

/// Conversion of loading errors to the domains and codes that Apple's WebKit uses.
enum NavigationError {
  /// Converts an error of WebKitGTK to a `URLError`, or to an `NSError` of `WebKitErrorDomain`. Keeps an error of a
  /// scheme handler.
  static func make(_ error: NSError, url: URL?) -> any Error {
    var info: [String: Any] = [NSLocalizedDescriptionKey: error.localizedDescription, NSUnderlyingErrorKey: error]
    info[NSURLErrorFailingURLErrorKey] = url
    // The value of `NSURLErrorFailingURLStringErrorKey`, which Foundation has deprecated, but which code still reads.
    info["NSErrorFailingURLStringKey"] = url?.absoluteString
    // Apple's `WebKitErrorDomain` uses the same numbers, for example 100 (cannot show the MIME type) and 102
    // (interrupted by a policy decision). The exception is 101 (cannot show the URL): Apple's WebKit passes such a URL
    // to the system, which reports an unsupported URL.
    if error.domain == "WebKitPolicyError", error.code != Int(WEBKIT_POLICY_ERROR_CANNOT_SHOW_URI.rawValue) {
      return NSError(domain: "WebKitErrorDomain", code: error.code, userInfo: info)
    }
    // A scheme handler's own error has a domain that neither WebKitGTK nor GLib uses.
    let isEngines = error.domain.hasPrefix("WebKit") || error.domain.hasSuffix("-quark")
    guard isEngines || error.domain == NSURLErrorDomain else {
      return NSError(domain: error.domain, code: error.code, userInfo: info)
    }
    let number = isEngines ? code(error) : error.code
    // Make the structure, because on Linux an `NSError` cannot be cast to it. Foundation on Linux does not know all
    // codes.
    guard let code = URLError.Code(rawValue: number) else {
      return NSError(domain: NSURLErrorDomain, code: number, userInfo: info)
    }
    return URLError(code, userInfo: info)
  }

  private static func code(_ error: NSError) -> Int {
    switch error.domain {
    case "WebKitPolicyError": NSURLErrorUnsupportedURL
    case "WebKitNetworkError": networkCode(WebKitNetworkError(UInt32(truncatingIfNeeded: error.code)))
    case "g-resolver-error-quark": NSURLErrorCannotFindHost
    case "g-tls-error-quark": NSURLErrorSecureConnectionFailed
    case "g-io-error-quark": systemCode(GIOErrorEnum(UInt32(truncatingIfNeeded: error.code)))
    case "WebKitDownloadError" where error.code == Int(WEBKIT_DOWNLOAD_ERROR_DESTINATION.rawValue):
      NSURLErrorCannotCreateFile
    default: NSURLErrorUnknown
    }
  }

  private static func networkCode(_ code: WebKitNetworkError) -> Int {
    switch code {
    case WEBKIT_NETWORK_ERROR_CANCELLED: NSURLErrorCancelled
    case WEBKIT_NETWORK_ERROR_UNKNOWN_PROTOCOL: NSURLErrorUnsupportedURL
    case WEBKIT_NETWORK_ERROR_FILE_DOES_NOT_EXIST: NSURLErrorFileDoesNotExist
    default: NSURLErrorCannotConnectToHost
    }
  }

  private static func systemCode(_ code: GIOErrorEnum) -> Int {
    switch code {
    case G_IO_ERROR_CANCELLED: NSURLErrorCancelled
    case G_IO_ERROR_TIMED_OUT: NSURLErrorTimedOut
    case G_IO_ERROR_HOST_NOT_FOUND: NSURLErrorCannotFindHost
    case G_IO_ERROR_NETWORK_UNREACHABLE: NSURLErrorNotConnectedToInternet
    case G_IO_ERROR_NOT_FOUND: NSURLErrorFileDoesNotExist
    case G_IO_ERROR_IS_DIRECTORY: NSURLErrorFileIsDirectory
    case G_IO_ERROR_PERMISSION_DENIED: NSURLErrorNoPermissionsToReadFile
    case G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_PARTIAL_INPUT: NSURLErrorNetworkConnectionLost
    default: NSURLErrorCannotConnectToHost
    }
  }
}
