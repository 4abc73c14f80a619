import CryptoKit
import Foundation

/// Computes the SHA-256 digest of the bytes, 32 bytes.
func sha256(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
  Array(SHA256.hash(data: Data(bytes)))
}
