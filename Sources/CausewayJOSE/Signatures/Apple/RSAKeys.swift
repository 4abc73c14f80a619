import Foundation
import Security

/// An RSA key that verifies RSASSA-PKCS1-v1_5.
struct RSAPublicKey: Sendable {
  private let key: SecurityKey
  private let algorithm: SecKeyAlgorithm
  let signatureLength: Int

  /// Creates a key from its modulus and public exponent; nil if Security refuses them.
  ///
  /// - Parameters:
  ///   - modulus: Big-endian.
  ///   - exponent: Big-endian.
  init?(modulus: [UInt8], exponent: [UInt8], digest: MessageDigest) {
    let numbers = DER.sequence(DER.integer(modulus) + DER.integer(exponent))
    guard let key = SecurityKey(pkcs1: numbers, kSecAttrKeyClassPublic) else { return nil }
    self.key = key
    algorithm = digest.rsaAlgorithm
    signatureLength = modulus.count
  }

  func accepts(_ signature: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    SecKeyVerifySignature(
      key.key, algorithm, Data(bytes) as CFData, Data(signature) as CFData, nil)
  }
}

/// An RSA key that signs with RSASSA-PKCS1-v1_5.
struct RSAPrivateKey: Sendable {
  private let key: SecurityKey

  /// Creates a key from PKCS#1; nil if Security refuses the key.
  init?(pkcs1: [UInt8]) {
    guard let key = SecurityKey(pkcs1: pkcs1, kSecAttrKeyClassPrivate) else { return nil }
    self.key = key
  }

  private init(_ key: SecurityKey) {
    self.key = key
  }

  static func generate(bits: Int32) throws(SigningKeyError) -> RSAPrivateKey {
    let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: Int(bits)]
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil) else { throw .libraryFailed }
    return RSAPrivateKey(SecurityKey(key))
  }

  func signature(of bytes: [UInt8], _ digest: MessageDigest) throws(SigningKeyError) -> [UInt8] {
    let signature = SecKeyCreateSignature(key.key, digest.rsaAlgorithm, Data(bytes) as CFData, nil)
    guard let signature else { throw .libraryFailed }
    return Array(signature as Data)
  }

  /// Returns the modulus and the public exponent, big-endian.
  func numbers() throws(SigningKeyError) -> (modulus: [UInt8], exponent: [UInt8]) {
    guard let key = SecKeyCopyPublicKey(key.key), let bytes = SecurityKey(key).pkcs1 else { throw .libraryFailed }
    var file = DERReader(bytes)
    guard var numbers = file.sequence(), let modulus = numbers.integer(), let exponent = numbers.integer() else {
      throw .libraryFailed
    }
    return (modulus, exponent)
  }

  func pem() -> String? { key.pkcs1.map { PrivateKeyFile.write(pkcs1: $0) } }
}

extension MessageDigest {
  /// Security's name of RSASSA-PKCS1-v1_5 with this digest.
  fileprivate var rsaAlgorithm: SecKeyAlgorithm {
    switch self {
    case .sha256: .rsaSignatureMessagePKCS1v15SHA256
    }
  }
}

/// A `SecKey` that several threads can share.
///
/// `@unchecked Sendable`: a `SecKey` never changes, and Security allows several threads to use one at the same time.
final class SecurityKey: @unchecked Sendable {
  let key: SecKey

  init(_ key: SecKey) {
    self.key = key
  }

  /// Creates an RSA key of this class from PKCS#1; nil if Security refuses the key.
  init?(pkcs1: [UInt8], _ keyClass: CFString) {
    let attributes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: keyClass]
    guard let key = SecKeyCreateWithData(Data(pkcs1) as CFData, attributes as CFDictionary, nil) else { return nil }
    self.key = key
  }

  /// The RSA key in PKCS#1; nil if Security does not export it.
  var pkcs1: [UInt8]? {
    SecKeyCopyExternalRepresentation(key, nil).map { Array($0 as Data) }
  }
}
