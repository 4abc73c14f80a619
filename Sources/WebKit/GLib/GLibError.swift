import CWebKitGTK
import Foundation

/// Runs a C function that reports failure through a `GError`, and throws that error as an `NSError`.
///
/// The domain is GLib's own name of the error domain (`"WebKitNetworkError"`, `"g-io-error-quark"`…).
@MainActor
func withGError<Result>(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result) throws -> Result {
  var error: UnsafeMutablePointer<GError>?
  let result = body(&error)
  guard let error else { return result }
  defer { g_error_free(error) }
  throw NSError(gError: error)
}

extension NSError {
  /// Creates a Foundation error with the domain, the code and the text of a GLib error. The caller still owns the GLib
  /// error.
  convenience init(gError: UnsafeMutablePointer<GError>) {
    let domain = g_quark_to_string(gError.pointee.domain).map { String(cString: $0) } ?? "GError"
    let text = gError.pointee.message.map { String(cString: $0) } ?? "GLib reported an error without a description"
    self.init(domain: domain, code: Int(gError.pointee.code), userInfo: [NSLocalizedDescriptionKey: text])
  }
}
