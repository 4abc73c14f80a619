import CWebKitGTK

/// Errors of loading with the domains and codes that Apple's WebKit uses.
enum NavigationError {
  /// What WebKitGTK reported, as `NSURLErrorDomain` or `WebKitErrorDomain` has it.
  static func make(_ error: NSError, url: URL?) -> NSError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: error.localizedDescription, NSUnderlyingErrorKey: error]
    info[NSURLErrorFailingURLErrorKey] = url
    // Apple's legacy domain: 101 cannot show the URL, 102 interrupted by a policy decision…, the same numbers as here.
    if error.domain == "WebKitPolicyError" {
      return NSError(domain: "WebKitErrorDomain", code: error.code, userInfo: info)
    }
    return NSError(domain: NSURLErrorDomain, code: code(error), userInfo: info)
  }

  private static func code(_ error: NSError) -> Int {
    switch (error.domain, error.code) {
    case ("WebKitNetworkError", Int(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue)): NSURLErrorCancelled
    case ("WebKitNetworkError", Int(WEBKIT_NETWORK_ERROR_UNKNOWN_PROTOCOL.rawValue)): NSURLErrorUnsupportedURL
    case ("WebKitNetworkError", Int(WEBKIT_NETWORK_ERROR_FILE_DOES_NOT_EXIST.rawValue)): NSURLErrorFileDoesNotExist
    case ("WebKitNetworkError", _): NSURLErrorCannotConnectToHost
    case ("WebKitDownloadError", Int(WEBKIT_DOWNLOAD_ERROR_DESTINATION.rawValue)): NSURLErrorCannotCreateFile
    case ("g-resolver-error-quark", _): NSURLErrorCannotFindHost
    case ("g-tls-error-quark", _): NSURLErrorSecureConnectionFailed
    case ("g-io-error-quark", Int(G_IO_ERROR_TIMED_OUT.rawValue)): NSURLErrorTimedOut
    case ("g-io-error-quark", Int(G_IO_ERROR_NOT_FOUND.rawValue)): NSURLErrorFileDoesNotExist
    case ("g-io-error-quark", _): NSURLErrorCannotConnectToHost
    default: NSURLErrorUnknown
    }
  }
}
