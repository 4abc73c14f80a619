import CryptoKit
import Foundation

/// Computes the SHA-256 digest of the bytes, 32 bytes.
func sha256(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
  Array(SHA256.hash(data: Data(bytes)))
}

/// Computes the SHA-1 digest of the bytes, 20 bytes.
func sha1(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
  Array(Insecure.SHA1.hash(data: Data(bytes)))
}
