/// The library that computes signatures: CryptoKit and Security, which need no preparation.
package enum SignatureLibrary {
  /// Of no effect.
  package static func prepare() {}
}
