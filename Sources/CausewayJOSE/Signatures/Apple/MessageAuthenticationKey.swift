import CryptoKit
import Foundation

/// A secret for HMAC with SHA-256. CryptoKit overwrites its memory when it is no longer needed.
struct MessageAuthenticationKey: Sendable {
  private let key: SymmetricKey

  init(_ secret: [UInt8]) {
    key = SymmetricKey(data: secret)
  }

  var isEmpty: Bool { key.bitCount == 0 }

  /// The code of these bytes, 32 bytes.
  func code(of bytes: [UInt8]) throws(SigningKeyError) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
  }

  /// Whether this is the code of these bytes. How long it takes does not tell where a wrong one differs.
  func accepts(_ code: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    !isEmpty && HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(bytes), using: key)
  }
}
