import CryptoKit
import Foundation

/// A key on an elliptic curve that verifies ECDSA. CryptoKit uses the digest that belongs to the curve, as JOSE does.
struct EllipticPublicKey: Sendable {
  private enum Key: Sendable {
    case p256(P256.Signing.PublicKey)
  }

  let curve: EllipticCurve
  private let key: Key

  /// Creates a key from its point; nil if the point is not on the curve.
  ///
  /// - Parameters:
  ///   - x: Big-endian, with ``EllipticCurve/coordinateLength`` bytes.
  ///   - y: Big-endian, with ``EllipticCurve/coordinateLength`` bytes.
  init?(_ curve: EllipticCurve, x: [UInt8], y: [UInt8], digest: MessageDigest) {
    do {
      switch curve {
      case .p256: key = .p256(try P256.Signing.PublicKey(rawRepresentation: x + y))
      }
    } catch {
      return nil
    }
    self.curve = curve
  }

  /// Returns whether a signature in JOSE's format is valid for the bytes. CryptoKit's raw format is the same: one
  /// number after the other.
  func accepts(_ signature: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch key {
    case .p256(let key):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: Data(bytes))
    }
  }
}

/// A key on an elliptic curve that signs with ECDSA.
struct EllipticPrivateKey: Sendable {
  private enum Key: Sendable {
    case p256(P256.Signing.PrivateKey)
  }

  let curve: EllipticCurve
  private let key: Key

  /// Reads a key in PKCS#8; nil if ``EllipticCurve`` does not contain its curve.
  init?(pkcs8: Data) {
    for curve in EllipticCurve.allCases {
      guard let key = Self.key(on: curve, pkcs8) else { continue }
      self.init(curve, key)
      return
    }
    return nil
  }

  private init(_ curve: EllipticCurve, _ key: Key) {
    self.curve = curve
    self.key = key
  }

  private static func key(on curve: EllipticCurve, _ pkcs8: Data) -> Key? {
    switch curve {
    case .p256: (try? P256.Signing.PrivateKey(derRepresentation: pkcs8)).map(Key.p256)
    }
  }

  static func generate(_ curve: EllipticCurve) throws(SigningKeyError) -> EllipticPrivateKey {
    switch curve {
    case .p256: EllipticPrivateKey(curve, .p256(P256.Signing.PrivateKey()))
    }
  }

  func signature(of bytes: [UInt8], _ digest: MessageDigest) throws(SigningKeyError) -> [UInt8] {
    do {
      switch key {
      case .p256(let key): return Array(try key.signature(for: bytes).rawRepresentation)
      }
    } catch {
      throw .libraryFailed
    }
  }

  /// Returns the coordinates of the public point, big-endian, each with ``EllipticCurve/coordinateLength`` bytes.
  func point() throws(SigningKeyError) -> (x: [UInt8], y: [UInt8]) {
    let raw =
      switch key {
      case .p256(let key): Array(key.publicKey.rawRepresentation)
      }
    return (Array(raw.prefix(curve.coordinateLength)), Array(raw.suffix(curve.coordinateLength)))
  }

  func pem() -> String? {
    switch key {
    case .p256(let key): key.pemRepresentation + "\n"
    }
  }
}
