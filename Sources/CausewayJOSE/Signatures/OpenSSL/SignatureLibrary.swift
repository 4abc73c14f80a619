internal import COpenSSL

/// The library that computes signatures: OpenSSL, which the process initializes once.
package enum SignatureLibrary {
  /// Initializes OpenSSL without its exit handler. Call it before any other use of OpenSSL, because only the first
  /// initialization counts.
  ///
  /// By default, OpenSSL frees its shared data when the process calls `exit`, even while threads use the data. A server
  /// could then crash while it stops.
  package static func prepare() { _ = prepared }

  private static let prepared = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
}
