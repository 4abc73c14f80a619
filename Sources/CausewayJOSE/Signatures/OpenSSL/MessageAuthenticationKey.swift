internal import COpenSSL

/// A secret for HMAC with SHA-256. `deinit` overwrites its memory.
///
/// `@unchecked Sendable`: the bytes never change.
final class MessageAuthenticationKey: @unchecked Sendable {
  private let secret: UnsafeMutableBufferPointer<UInt8>

  init(_ secret: [UInt8]) {
    self.secret = .allocate(capacity: secret.count)
    _ = self.secret.initialize(from: secret)
  }

  deinit {
    OPENSSL_cleanse(secret.baseAddress, secret.count)
    secret.deallocate()
  }

  var isEmpty: Bool { secret.isEmpty }

  /// Returns the authentication code of the bytes, 32 bytes.
  func code(of bytes: [UInt8]) throws(SigningKeyError) -> [UInt8] {
    guard let code = bytes.withUnsafeBufferPointer(code) else { throw .libraryFailed }
    return code
  }

  /// Returns whether this is the code of the bytes. The time that the comparison takes does not reveal where a wrong
  /// code differs.
  func accepts(_ code: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !isEmpty, let right = self.code(bytes), right.count == code.count else { return false }
    return CRYPTO_memcmp(right, code, right.count) == 0
  }

  private func code(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    withOwnErrors {
      var code = [UInt8](repeating: 0, count: 32)
      var count = 0
      let result = EVP_Q_mac(
        nil, "HMAC", nil, "SHA256", nil, secret.baseAddress, secret.count, bytes.baseAddress, bytes.count, &code,
        code.count, &count)
      return result != nil && count == code.count ? code : nil
    }
  }
}
