/// The libraries that compute signatures: CryptoKit and Security, which need no preparation.
package enum SignatureLibrary {
  /// Does nothing; it exists because the OpenSSL version needs it.
  package static func prepare() {}
}
