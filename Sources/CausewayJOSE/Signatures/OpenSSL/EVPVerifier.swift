internal import COpenSSL

/// A public key, ready to verify signatures with SHA-256.
///
/// What a verification begins with is prepared once and copied each time, which takes a fifth of the time of preparing it
/// anew.
///
/// `@unchecked Sendable`: the prepared context is only ever copied from. OpenSSL lets several threads use one object at
/// once as long as none changes it (openssl-threads(7)), and `EVP_MD_CTX_copy_ex` takes its source as a constant.
final class EVPVerifier: @unchecked Sendable {
  private let prepared: OpaquePointer

  /// Nil if OpenSSL cannot verify with this key.
  init?(_ key: EVPKey) {
    let prepared: OpaquePointer? = withOwnErrors {
      guard let context = EVP_MD_CTX_new() else { return nil }
      if EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key.pointer) == 1 { return context }
      EVP_MD_CTX_free(context)
      return nil
    }
    guard let prepared else { return nil }
    self.prepared = prepared
  }

  deinit {
    EVP_MD_CTX_free(prepared)
  }

  /// Whether this is OpenSSL's signature of these bytes. A failure of the library's own is no.
  func accepts(_ signature: UnsafeBufferPointer<UInt8>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    withOwnErrors {
      guard let context = EVP_MD_CTX_new() else { return false }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_MD_CTX_copy_ex(context, prepared) == 1 else { return false }
      return EVP_DigestVerify(context, signature.baseAddress, signature.count, bytes.baseAddress, bytes.count) == 1
    }
  }
}
