import CryptoKit
import Foundation

/// SHA-256 of these bytes, 32 bytes.
func sha256(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
  Array(SHA256.hash(data: Data(bytes)))
}
