/// The libraries that compute signatures: CryptoKit and Security, which need no preparation.
package enum SignatureLibrary {
  /// Does nothing. Only the OpenSSL version of this type has to prepare its library.
  package static func prepare() {}
}
