import CausewayJOSE
import CausewayJSON
import Testing

/// The rules of RFC 7517, and of RFC 7518, section 6.
@Suite("JSON Web Keys") struct JSONWebKeyTests {
  private static let rsa = RFC7515Tests.rsaKey.objectValue ?? [:]
  private static let ec = RFC7515Tests.ecKey.objectValue ?? [:]

  private static func rsa(_ name: String, _ value: JSONValue?) -> JSONValue { with(rsa, name, value) }
  private static func ec(_ name: String, _ value: JSONValue?) -> JSONValue { with(ec, name, value) }

  private static func with(_ object: JSONObject, _ name: String, _ value: JSONValue?) -> JSONValue {
    var object = object
    object[name] = value
    return .object(object)
  }

  private static func modulus(bits: Int, last: UInt8 = 0x01) -> JSONValue {
    let first = UInt8(1) << UInt8((bits - 1) % 8)
    let count = (bits + 7) / 8
    return .string(Base64URL.encode([first] + Array(repeating: 0, count: count - 2) + [last]))
  }

  static let refused: [(name: String, json: JSONValue, error: JSONWebKeyError)] = [
    ("no object", "RSA", .notObject),
    ("no kty", rsa("kty", nil), .missing(.type)),
    ("kty a number", rsa("kty", 1), .wrongKind(.type)),
    ("kty in lower case", rsa("kty", "rsa"), .unknownType),
    (
      "another kty", ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"], .unknownType
    ),
    ("a secret", ["kty": "oct", "k": "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T"], .symmetricKey),
    ("a private RSA key", rsa("d", "AQAB"), .privateKey),
    ("the primes of an RSA key", rsa("p", "AQAB"), .privateKey),
    ("a private EC key", ec("d", "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"), .privateKey),
    ("no n", rsa("n", nil), .missing(.modulus)),
    ("no e", rsa("e", nil), .missing(.exponent)),
    ("e a number", rsa("e", 65537), .wrongKind(.exponent)),
    ("n padded", rsa("n", "AQAB="), .notBase64URL(.modulus, .padding)),
    ("n in the standard alphabet", rsa("n", "+/AB"), .notBase64URL(.modulus, .standardAlphabet)),
    ("n with a leading zero byte", rsa("n", "AAEAAQ"), .notMinimal(.modulus)),
    ("n of nothing", rsa("n", ""), .notMinimal(.modulus)),
    ("e zero", rsa("e", "AA"), .notMinimal(.exponent)),
    ("another curve", ec("crv", "P-521"), .unknownCurve),
    ("no curve", ec("crv", nil), .missing(.curve)),
    ("no y", ec("y", nil), .missing(.y)),
    (
      "x cut short", ec("x", "83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEQ"), .wrongCoordinateLength(.x, 31, expected: 32)
    ),
    ("kid a number", rsa("kid", 7), .wrongKind(.keyID)),
    ("alg unknown", rsa("alg", "PS256"), .unknownAlgorithm),
    ("alg none", rsa("alg", "none"), .unknownAlgorithm),
    ("alg for another type of key", rsa("alg", "ES256"), .wrongAlgorithm(.es256)),
    ("alg for a secret", rsa("alg", "HS256"), .wrongAlgorithm(.hs256)),
    ("alg of RSA on a curve", ec("alg", "RS256"), .wrongAlgorithm(.rs256)),
  ]

  @Test("A key that is malformed, private, secret or of an unknown type", arguments: refused)
  func isRefused(name: String, json: JSONValue, error: JSONWebKeyError) {
    #expect(throws: error) { try JSONWebKey(json) }
  }

  static let notForVerification: [(name: String, json: JSONValue, error: JSONWebKeyError)] = [
    ("use enc", rsa("use", "enc"), .notForSignatures),
    ("use a number", rsa("use", 1), .wrongKind(.use)),
    ("key_ops without verify", rsa("key_ops", ["sign", "encrypt"]), .notForVerification),
    ("key_ops empty", ec("key_ops", []), .notForVerification),
    ("key_ops a text", ec("key_ops", "verify"), .wrongKind(.operations)),
    ("1024 bits", rsa("n", modulus(bits: 1024)), .rsaKeyTooSmall(bits: 1024)),
    ("2047 bits in 256 bytes", rsa("n", modulus(bits: 2047)), .rsaKeyTooSmall(bits: 2047)),
    ("8193 bits", rsa("n", modulus(bits: 8193)), .rsaKeyTooLarge(bits: 8193)),
    ("an even modulus", rsa("n", modulus(bits: 2048, last: 2)), .evenModulus),
    ("exponent 1", rsa("e", "AQ"), .unusableExponent),
    ("an even exponent", rsa("e", "AQAA"), .unusableExponent),
    ("an exponent of five bytes", rsa("e", "AQAAAAE"), .unusableExponent),
    ("a point off the curve", ec("y", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a8"), .pointNotOnCurve),
    ("a point of zeros", ["kty": "EC", "crv": "P-256", "x": zeros, "y": zeros], .pointNotOnCurve),
    ("coordinates above the prime", ["kty": "EC", "crv": "P-256", "x": ones, "y": ones], .pointNotOnCurve),
  ]
  private static let zeros = JSONValue.string(Base64URL.encode(Array(repeating: UInt8(0), count: 32)))
  private static let ones = JSONValue.string(Base64URL.encode(Array(repeating: UInt8(255), count: 32)))

  @Test("A well-formed key that cannot be used for verification", arguments: notForVerification)
  func isNotForVerification(name: String, json: JSONValue, error: JSONWebKeyError) throws {
    let key = try JSONWebKey(json)
    #expect(throws: error) { try VerificationKey(key) }
  }

  @Test("A key whose use, key_ops and alg allow verification, with unknown members")
  func allowed() throws {
    var object = Self.rsa
    for (name, value) in [
      ("use", "sig"), ("key_ops", ["verify", "wrapKey"]), ("alg", "RS256"), ("kid", "one"), ("x5t", "abc"),
    ] as [(String, JSONValue)] { object[name] = value }
    let key = try JSONWebKey(.object(object))
    #expect(key.keyID == "one")
    #expect(key.algorithm == .rs256)
    #expect(key.json == .object(object))
    #expect(try VerificationKey(key).algorithm == .rs256)
  }

  @Test("A modulus of 2048 bits is long enough")
  func smallest() throws {
    let key = try JSONWebKey(Self.rsa("n", Self.modulus(bits: 2048)))
    #expect(throws: Never.self) { try VerificationKey(key) }
  }

  @Test("RFC 7517, section 5: a set keeps the keys that can verify, and drops the others")
  func set() throws {
    let entries = Self.refused.map(\.json) + [.object(Self.rsa)] + Self.notForVerification.map(\.json)
    let text: JSONValue = ["keys": .array(entries + [.object(Self.ec)]), "more": 1]
    let set = try JSONWebKeySet(parsing: text.jsonBytes)
    #expect(set.keys.map(\.json) == [.object(Self.rsa), .object(Self.ec)])
    #expect(set.leftOut == Self.refused.map(\.error) + Self.notForVerification.map(\.error))
    #expect(set.json == ["keys": [.object(Self.rsa), .object(Self.ec)]])
  }

  @Test(
    "A text that is not a key set",
    arguments: [
      ("", JSONWebKeySetError.notJSON), ("[]", .missingKeys), ("{}", .missingKeys), (#"{"keys":{}}"#, .missingKeys),
      (#"{"keys":[],"keys":[]}"#, .duplicateMember), (#"{"keys":[{"kty":"RSA","kty":"EC"}]}"#, .duplicateMember),
      (#"{"keys":[]} x"#, .notJSON),
    ])
  func noSet(text: String, error: JSONWebKeySetError) {
    #expect(throws: error) { try JSONWebKeySet(parsing: text.utf8) }
  }

  @Test("A set may be empty") func empty() throws {
    let set = try JSONWebKeySet(parsing: #"{"keys":[]}"#.utf8)
    #expect(throws: JSONWebKeySetError.noKey) { try set.key(for: JWSHeader(algorithm: .rs256)) }
  }
}
