internal import COpenSSL

/// The library that computes signatures, prepared once in the process.
package enum SignatureLibrary {
  /// To be called before anything else uses the library: who prepares it first decides.
  ///
  /// By itself, OpenSSL frees what its threads share when the process calls `exit`, also while they are at work, and a
  /// server that is told to end would crash.
  package static func prepare() { _ = prepared }

  private static let prepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
}
