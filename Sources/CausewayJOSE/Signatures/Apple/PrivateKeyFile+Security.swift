import Foundation

// Security reads and writes RSA keys in PKCS#1 only, so this code unwraps and wraps the PKCS#1 key inside PKCS#8.
extension PrivateKeyFile {
  /// The object identifier of RSA keys, 1.2.840.113549.1.1.1, followed by its parameters: null.
  private static let rsa: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
  private static let version: [UInt8] = [0x02, 0x01, 0x00]

  /// Parses a private key in PKCS#8 and PEM.
  static func read(_ pem: String) throws(SigningKeyError) -> PrivateKeyFile {
    let lines = pem.split(whereSeparator: \.isNewline).drop { $0 != "-----BEGIN PRIVATE KEY-----" }.dropFirst()
    guard let end = lines.firstIndex(of: "-----END PRIVATE KEY-----"),
      let bytes = Data(base64Encoded: lines[..<end].joined())
    else { throw .notPKCS8 }
    var file = DERReader(Array(bytes))
    guard var info = file.sequence(), info.integer() == [0], let algorithm = info.element(DER.sequenceTag),
      let key = info.element(DER.octetStringTag)
    else { throw .notPKCS8 }
    if algorithm == rsa {
      guard let key = RSAPrivateKey(pkcs1: key) else { throw .notPKCS8 }
      return .rsa(key)
    }
    guard let key = EllipticPrivateKey(pkcs8: bytes) else { throw .unknownKind }
    return .elliptic(key)
  }

  /// Writes an RSA key in PKCS#8 and PEM, without a password.
  static func write(pkcs1: [UInt8]) -> String {
    let info = DER.sequence(version + DER.sequence(rsa) + DER.element(DER.octetStringTag, pkcs1))
    let text = Data(info).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----\n"
  }
}
