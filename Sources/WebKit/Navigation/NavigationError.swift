/// Errors of loading, with the domains that Apple's web view uses.
enum NavigationError {
  /// What WebKitGTK reported, as a `URLError` where it has a counterpart.
  static func make(_ failure: (domain: String, code: Int, message: String), url: URL?) -> any Error {
    var info: [String: Any] = [NSLocalizedDescriptionKey: failure.message]
    info[NSURLErrorFailingURLErrorKey] = url
    return URLError(code(failure.domain, failure.code), userInfo: info)
  }

  private static func code(_ domain: String, _ code: Int) -> URLError.Code {
    switch (domain, code) {
    case ("WebKitNetworkError", 302), ("WebKitPolicyError", 102): .cancelled
    case ("WebKitNetworkError", 300), ("WebKitNetworkError", 399): .cannotConnectToHost
    case ("WebKitNetworkError", 301): .unsupportedURL
    case ("WebKitNetworkError", 303): .fileDoesNotExist
    case ("g-resolver-error-quark", _): .cannotFindHost
    case ("g-io-error-quark", 39): .cannotConnectToHost
    case ("g-io-error-quark", 24): .timedOut
    case ("g-tls-error-quark", _): .secureConnectionFailed
    default: .unknown
    }
  }
}
