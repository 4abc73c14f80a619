import CryptoKit
import Foundation

/// A key on P-256 that verifies ECDSA with SHA-256.
struct P256PublicKey: Sendable {
  private let key: P256.Signing.PublicKey

  /// Creates a key from its point; nil if the point is not on the curve.
  ///
  /// - Parameters:
  ///   - x: Big-endian, 32 bytes.
  ///   - y: The same.
  init?(x: [UInt8], y: [UInt8]) {
    guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else { return nil }
    self.key = key
  }

  /// CryptoKit's raw format is the same as JOSE's: one number after the other.
  func accepts(_ signature: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
    return key.isValidSignature(signature, for: Data(bytes))
  }
}

/// A key on P-256 that signs with ECDSA and SHA-256.
struct P256PrivateKey: Sendable {
  private let key: P256.Signing.PrivateKey

  init(_ key: P256.Signing.PrivateKey) {
    self.key = key
  }

  static func generate() throws(SigningKeyError) -> P256PrivateKey {
    P256PrivateKey(P256.Signing.PrivateKey())
  }

  func signature(of bytes: [UInt8]) throws(SigningKeyError) -> [UInt8] {
    guard let signature = try? key.signature(for: bytes) else { throw .libraryFailed }
    return Array(signature.rawRepresentation)
  }

  /// Returns the coordinates of the public point, big-endian, 32 bytes each.
  func point() throws(SigningKeyError) -> (x: [UInt8], y: [UInt8]) {
    let raw = Array(key.publicKey.rawRepresentation)
    return (Array(raw.prefix(32)), Array(raw.suffix(32)))
  }

  func pem() -> String? { key.pemRepresentation + "\n" }
}
