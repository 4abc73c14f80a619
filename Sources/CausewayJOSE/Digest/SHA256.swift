#if canImport(CryptoKit)
import CryptoKit

/// The SHA-256 of some bytes, 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
#else
internal import COpenSSL

/// The SHA-256 of some bytes, 32 bytes.
package func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 32)
  // It fails only without memory, or where somebody took SHA-256 out of OpenSSL.
  precondition(EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil) == 1, "OpenSSL has no SHA-256")
  return digest
}
#endif
