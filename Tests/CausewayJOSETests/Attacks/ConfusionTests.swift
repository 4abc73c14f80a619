import CausewayJOSE
import CausewayJSON
import Foundation
import Testing

/// Confusion of HS256 and RS256. The attacker uses the public key as the secret of an HMAC, and hopes that the verifier
/// does the same.
@Suite("Confusion of HS256 and RS256") struct ConfusionTests {
  /// The key of RFC 7515, appendix A.2, in the format in which servers publish keys.
  static let pem = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAofgWCuLjybRlzo0tZWJj
    NiuSfb4p4fAkd/wWJcyQoTbji9k0l8W26mPddxHmfHQp+Vaw+4qPCJrcS2mJPMEz
    P1Pt0Bm4d4QlL+yRT+SFd2lZS+pCgNMsD1W/YpRPEwOWvG6b32690r2jZ47soMZo
    9wGzjb/7OMg0LOL+bSf63kpaSHSXndS5z5rexMdbBYUsLA9e+KXBdQOS+UTo7WTB
    EMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6/I5IhlJH7aGhyxX
    FvUK+DWNmoudF8NAco9/h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXp
    oQIDAQAB
    -----END PUBLIC KEY-----

    """

  static let secrets: [(name: String, secret: [UInt8])] = [
    ("PEM", Array(pem.utf8)),
    ("PEM without the last line break", Array(pem.utf8.dropLast())),
    ("DER", Array(Data(base64Encoded: pem.split(separator: "\n").filter { $0.first != "-" }.joined()) ?? Data())),
    ("n", (try? Base64URL.decode(RFC7515Tests.rsaKey["n"]?.stringValue ?? "")) ?? []),
    ("n as in the JWK", Array((RFC7515Tests.rsaKey["n"]?.stringValue ?? "").utf8)),
    ("the JWK", RFC7515Tests.rsaKey.jsonBytes),
  ]

  @Test("The public key as the secret", arguments: secrets)
  func publicKeyAsSecret(name: String, secret: [UInt8]) throws {
    #expect(secret.count >= 256)
    let jws = try JWS(parsing: signed(#"{"alg":"HS256","kid":"rsa"}"#, secret: secret))
    // The attack itself is correct, because the signature is valid with the secret that the attacker uses.
    #expect(try jws.verified(with: .hs256(secret: secret)) == Array("payload".utf8))
    let key = try VerificationKey(JSONWebKey(RFC7515Tests.rsaKey))
    #expect(throws: JWSError.algorithmMismatch(header: .hs256, key: .rs256)) { try jws.verified(with: key) }
  }

  @Test("A key set with public keys has no key for HS256")
  func publicSet() throws {
    var rsa = RFC7515Tests.rsaKey.objectValue ?? [:]
    rsa["kid"] = "rsa"
    let keys = try JSONWebKeySet([JSONWebKey(.object(rsa))])
    #expect(throws: JSONWebKeySetError.wrongAlgorithm) { try keys.key(for: JWSHeader(algorithm: .hs256, keyID: "rsa")) }
    #expect(throws: JSONWebKeySetError.noKey) { try keys.key(for: JWSHeader(algorithm: .hs256)) }
  }

  @Test("A key in the header is not used")
  func embeddedKey() throws {
    let key = try #require(try Keys.signing(.es256).publicKey())
    let header = JSONValue.object(["alg": "HS256", "jwk": key.json, "jku": "http://attacker.example/jwks.json"])
    let jws = try JWS(parsing: signed(header.json))
    #expect(throws: JWSError.algorithmMismatch(header: .hs256, key: .es256)) {
      try jws.verified(with: VerificationKey(key))
    }
  }
}
