import CryptoKit
import Foundation

/// A secret for HMAC with SHA-256. CryptoKit overwrites the memory of a secret that is no longer needed.
struct MessageAuthenticationKey: Sendable {
  private let key: SymmetricKey

  init(_ secret: [UInt8]) {
    key = SymmetricKey(data: secret)
  }

  var isEmpty: Bool { key.bitCount == 0 }

  /// Returns the authentication code of the bytes, 32 bytes.
  func code(of bytes: [UInt8]) throws(SigningKeyError) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
  }

  /// Returns whether this is the code of the bytes. The time that the comparison takes does not reveal where a wrong
  /// code differs.
  func accepts(_ code: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    !isEmpty && HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(bytes), using: key)
  }
}
