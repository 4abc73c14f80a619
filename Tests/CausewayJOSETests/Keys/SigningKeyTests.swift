import CausewayJOSE
import Testing

@Suite("Signing keys") struct SigningKeyTests {
  @Test("The public key verifies a signature of the private key", arguments: Keys.algorithmsWithPublicKeys)
  func roundTrip(algorithm: JWSAlgorithm) throws {
    let key = try SigningKey.generate(algorithm, keyID: "one")
    let text = try key.sign("hello".utf8, type: "JWT")
    let published = try #require(key.publicKey())
    let keys = try JSONWebKeySet(parsing: JSONWebKeySet([published]).json.jsonBytes)
    let jws = try JWS(parsing: text)
    #expect(jws.header == JWSHeader(algorithm: algorithm, keyID: "one", type: "JWT"))
    #expect(try jws.verified(with: keys.key(for: jws.header)) == Array("hello".utf8))
  }

  @Test("A key written as PEM and read again is the same key", arguments: Keys.algorithmsWithPublicKeys)
  func pem(algorithm: JWSAlgorithm) throws {
    let key = try SigningKey.generate(algorithm, keyID: "one")
    let pem = try #require(key.pem())
    #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    let again = try SigningKey(pem: pem, keyID: "one")
    #expect(again.algorithm == algorithm)
    #expect(again.publicKey() == key.publicKey())
    let verification = try VerificationKey(#require(key.publicKey()))
    #expect(try JWS(parsing: again.sign([1, 2, 3])).verified(with: verification) == [1, 2, 3])
  }

  @Test("A secret signs, and has no public key and no PEM text") func secret() throws {
    let key = SigningKey.hs256(secret: Array("0123456789abcdef0123456789abcdef".utf8), keyID: "secret")
    #expect(key.publicKey() == nil)
    #expect(key.pem() == nil)
    let verification = VerificationKey.hs256(secret: Array("0123456789abcdef0123456789abcdef".utf8))
    #expect(try JWS(parsing: key.sign([])).verified(with: verification) == [])
  }
}

@Suite("Private keys in files") struct PrivateKeyFileTests {
  static let refused: [(name: String, pem: String, error: SigningKeyError)] = [
    ("nothing", "", .notPKCS8),
    ("a public key", ConfusionTests.pem, .notPKCS8),
    ("a key with a password", RefusedKeys.locked, .notPKCS8),
    ("PKCS#1", RefusedKeys.rsa1024.replacing(" PRIVATE", with: " RSA PRIVATE"), .notPKCS8),
    ("a key with a password and a wrong label", RefusedKeys.locked.replacing("ENCRYPTED ", with: ""), .notPKCS8),
    ("a truncated key", String(RefusedKeys.otherCurve.prefix(120)), .notPKCS8),
    ("a damaged key", RefusedKeys.otherCurve.replacing("MIHuAgEAMBAG", with: "MIHuAgEAMBAF"), .notPKCS8),
    ("a key after other text", "key:\n\(RefusedKeys.otherCurve)", .notPKCS8),
    ("RSA of 1024 bits", RefusedKeys.rsa1024, .rsaKeyTooSmall),
    ("another curve", RefusedKeys.otherCurve, .unknownKind),
    ("Ed25519", RefusedKeys.ed25519, .unknownKind),
  ]

  @Test("A file without a private key for one of the algorithms", arguments: refused)
  func isRefused(name: String, pem: String, error: SigningKeyError) {
    #expect(throws: error) { try SigningKey(pem: pem) }
  }

  @Test("A secret cannot be generated") func secrets() {
    #expect(throws: SigningKeyError.notGenerated) { try SigningKey.generate(.hs256) }
  }
}
