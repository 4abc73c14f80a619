import CausewayJSON
import Foundation
import Testing

@testable import CausewayJOSE

/// A table of attacks. Each attack is refused with its own error. Except in attacks on parts of the text, each JWS has
/// a valid signature, so that only the tested rule can refuse it.
@Suite("Attacks on a JWS") struct AttackTests {
  static let headers: [(name: String, header: String, error: JWSError)] = [
    ("alg none", #"{"alg":"none"}"#, .algorithmNone),
    ("alg none in mixed case", #"{"alg":"nOnE"}"#, .algorithmNone),
    ("no alg", #"{"kid":"secret"}"#, .missingAlgorithm),
    ("alg null", #"{"alg":null}"#, .missingAlgorithm),
    ("alg in an array", #"{"alg":["HS256"]}"#, .missingAlgorithm),
    ("unknown alg", #"{"alg":"HS384"}"#, .unknownAlgorithm),
    ("alg in lower case", #"{"alg":"hs256"}"#, .unknownAlgorithm),
    ("alg with a space", #"{"alg":"HS256 "}"#, .unknownAlgorithm),
    ("duplicate members", #"{"alg":"HS256","alg":"HS256"}"#, .duplicateHeaderMember),
    ("duplicate members, one escaped", #"{"alg":"none","\u0061lg":"HS256"}"#, .duplicateHeaderMember),
    ("duplicate members in a nested object", #"{"alg":"HS256","x":{"y":1,"y":2}}"#, .duplicateHeaderMember),
    ("a critical header", #"{"alg":"HS256","crit":["exp"],"exp":1363284000}"#, .criticalHeader),
    ("an empty crit", #"{"alg":"HS256","crit":[]}"#, .criticalHeader),
    ("crit null", #"{"alg":"HS256","crit":null}"#, .criticalHeader),
    ("unencoded payload, critical", #"{"alg":"HS256","b64":false,"crit":["b64"]}"#, .criticalHeader),
    ("unencoded payload", #"{"alg":"HS256","b64":false}"#, .unencodedPayload),
    ("b64 that is a string", #"{"alg":"HS256","b64":"true"}"#, .unencodedPayload),
    ("compressed payload", #"{"alg":"HS256","zip":"DEF"}"#, .compressedPayload),
    ("kid that is a number", #"{"alg":"HS256","kid":1}"#, .keyIDNotString),
    ("typ that is an object", #"{"alg":"HS256","typ":{}}"#, .typeNotString),
    ("header not JSON", #"{"alg":"HS256""#, .headerNotJSON),
    ("header followed by another object", #"{"alg":"HS256"} {}"#, .headerNotJSON),
    ("empty header", "", .headerNotJSON),
    ("header with a byte order mark", "\u{FEFF}{\"alg\":\"HS256\"}", .headerNotJSON),
    ("header an array", #"[{"alg":"HS256"}]"#, .headerNotObject),
    ("header nested too deep", String(repeating: "[", count: 10_000), .headerNotJSON),
  ]

  @Test("A header that breaks a rule", arguments: headers)
  func header(name: String, header: String, error: JWSError) {
    #expect(throws: error) { try JWS(parsing: signed(header)) }
  }

  @Test("A valid header, signed in the same way, is accepted")
  func control() throws {
    let text = signed(#" { "alg":"HS256" , "kid":"secret", "b64":true, "unknown":[1] } "#)
    #expect(try JWS(parsing: text).verified(with: .hs256(secret: Keys.secret)) == Array("payload".utf8))
  }

  static let parts: [(name: String, change: @Sendable (String) -> String, error: JWSError)] = [
    ("one part too few", { $0.split(separator: ".").dropLast().joined(separator: ".") }, .wrongNumberOfParts(2)),
    ("one part too many", { "\($0).e30" }, .wrongNumberOfParts(4)),
    ("an empty text", { _ in "" }, .wrongNumberOfParts(1)),
    ("padding", { "\($0)=" }, .notBase64URL(.signature, .padding)),
    ("padding of the payload", { $0.replacing(".", with: "=.") }, .notBase64URL(.header, .padding)),
    ("a line break at the end", { "\($0)\n" }, .notBase64URL(.signature, .whitespace)),
    ("a space at the start", { " \($0)" }, .notBase64URL(.header, .whitespace)),
    ("a tab inside", { $0.replacing(".", with: ".\t", maxReplacements: 1) }, .notBase64URL(.payload, .whitespace)),
    ("standard alphabet", { "\($0.dropLast(4))+/+/" }, .notBase64URL(.signature, .standardAlphabet)),
    ("another character", { "\($0.dropLast(2))é" }, .notBase64URL(.signature, .invalidCharacter)),
    ("a zero byte", { "\($0)\0" }, .notBase64URL(.signature, .invalidCharacter)),
    ("an impossible number of characters", { "\($0)AA" }, .notBase64URL(.signature, .impossibleLength)),
    ("no signature", { String($0[...($0.lastIndex(of: ".") ?? $0.startIndex)]) }, .missingSignature),
  ]

  @Test("A text that is not a compact JWS", arguments: parts)
  func part(name: String, change: @Sendable (String) -> String, error: JWSError) throws {
    let text = try Keys.signing(.hs256).sign("payload".utf8)
    #expect(throws: error) { try JWS(parsing: change(text)).verified(with: .hs256(secret: Keys.secret)) }
  }

  @Test("Trailing bits: a second encoding of the same signature is refused")
  func trailingBits() throws {
    let text = try Keys.signing(.hs256).sign("payload".utf8)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(text.last.flatMap(alphabet.firstIndex))
    // 32 bytes are 43 characters, and the last character has two unused bits.
    #expect(last % 4 == 0)
    for bits in 1...3 {
      let other = String(text.dropLast()) + String(alphabet[last + bits])
      #expect(throws: JWSError.notBase64URL(.signature, .nonzeroTrailingBits)) { try JWS(parsing: other) }
    }
  }

  @Test("Oversized: one byte more than the limit")
  func oversized() throws {
    let text = try Keys.signing(.hs256).sign("payload".utf8)
    let count = text.utf8.count
    #expect(throws: Never.self) { try JWS(parsing: text, maximumBytes: count) }
    #expect(throws: JWSError.tooLong(maximumBytes: count - 1)) { try JWS(parsing: text, maximumBytes: count - 1) }
    let large = String(repeating: "A", count: 8 << 20) + "A"
    #expect(throws: JWSError.tooLong(maximumBytes: 8 << 20)) { try JWS(parsing: large) }
  }

  @Test("A text of dots, and a large header, are refused before they are parsed")
  func largeBeforeTheSignature() {
    let count = 4 << 20
    #expect(throws: JWSError.wrongNumberOfParts(count + 1)) { try JWS(parsing: String(repeating: ".", count: count)) }
    let header = #"{"alg":"HS256","a":[\#(String(repeating: "0,", count: 8 << 10))0]}"#
    let text = Base64URL.encode(Array(header.utf8)) + ".e30.AA"
    #expect(throws: JWSError.headerTooLong(maximumBytes: 16 << 10)) { try JWS(parsing: text) }
  }

  @Test("Truncated at every byte", arguments: JWSAlgorithm.allCases)
  func truncated(algorithm: JWSAlgorithm) throws {
    let text = try Keys.signing(algorithm).sign("payload".utf8)
    let key = try Keys.verification(algorithm)
    let dots = text.utf8.enumerated().filter { $0.element == UInt8(ascii: ".") }.map(\.offset)
    #expect(try JWS(parsing: text).verified(with: key) == Array("payload".utf8))
    for count in 0..<text.utf8.count {
      let error = #expect(throws: JWSError.self) {
        try JWS(parsing: String(text.prefix(count))).verified(with: key)
      }
      switch (error, count) {
      case (.wrongNumberOfParts(1), ...dots[0]), (.wrongNumberOfParts(2), ...dots[1]): break
      case (.missingSignature, dots[1] + 1): break
      case (.wrongSignatureLength, (dots[1] + 2)...): break
      case (.notBase64URL(.signature, .impossibleLength), (dots[1] + 2)...): break
      case (.notBase64URL(.signature, .nonzeroTrailingBits), (dots[1] + 2)...): break
      default: Issue.record("cut after \(count) bytes: \(error.map(\.description) ?? "accepted")")
      }
    }
  }

  @Test("Every single bit flipped", arguments: JWSAlgorithm.allCases)
  func flipped(algorithm: JWSAlgorithm) throws {
    let bytes = Array(try Keys.signing(algorithm).sign("payload".utf8).utf8)
    let key = try Keys.verification(algorithm)
    for bit in 0..<bytes.count * 8 {
      var changed = bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      let text = String(decoding: changed, as: UTF8.self)
      #expect(throws: JWSError.self, "bit \(bit)") { try JWS(parsing: text).verified(with: key) }
    }
  }

  @Test("A valid signature with another payload or another header", arguments: JWSAlgorithm.allCases)
  func exchanged(algorithm: JWSAlgorithm) throws {
    let key = try Keys.verification(algorithm)
    let one = try Keys.signing(algorithm).sign("one".utf8).split(separator: ".")
    let other = try Keys.signing(algorithm).sign("two".utf8, type: "JWT").split(separator: ".")
    for parts in [[one[0], other[1], one[2]], [other[0], one[1], one[2]], [one[0], one[1], other[2]]] {
      let jws = try JWS(parsing: parts.joined(separator: "."))
      #expect(throws: JWSError.wrongSignature) { try jws.verified(with: key) }
    }
  }

  @Test("A key of the wrong type", arguments: JWSAlgorithm.allCases, JWSAlgorithm.allCases)
  func wrongType(signed: JWSAlgorithm, key: JWSAlgorithm) throws {
    let jws = try JWS(parsing: Keys.signing(signed).sign([]))
    guard signed != key else { return }
    #expect(throws: JWSError.algorithmMismatch(header: signed, key: key)) {
      try jws.verified(with: Keys.verification(key))
    }
  }

  @Test("A header with the key's algorithm, and a signature by another algorithm")
  func relabelled() throws {
    // A P-256 signature gets a header for HS256, and an HMAC gets a header for RS256.
    let short = try Keys.signing(.es256).sign("payload".utf8).split(separator: ".")
    let header = Base64URL.encode(#"{"alg":"HS256"}"#.utf8)
    #expect(throws: JWSError.wrongSignatureLength(64, expected: 32)) {
      try JWS(parsing: "\(header).\(short[1]).\(short[2])").verified(with: .hs256(secret: Keys.secret))
    }
    #expect(throws: JWSError.wrongSignatureLength(32, expected: 256)) {
      try JWS(parsing: signed(#"{"alg":"RS256"}"#)).verified(with: Keys.verification(.rs256))
    }
  }

  @Test("Another key of the same type", arguments: JWSAlgorithm.allCases)
  func otherKey(algorithm: JWSAlgorithm) throws {
    let other: SigningKey =
      algorithm == .hs256 ? .hs256(secret: Array("another secret of thirty-two bytes".utf8)) : try .generate(algorithm)
    let jws = try JWS(parsing: other.sign("payload".utf8))
    #expect(throws: JWSError.wrongSignature) { try jws.verified(with: Keys.verification(algorithm)) }
  }

  @Test("An empty secret can neither sign nor verify")
  func emptySecret() throws {
    #expect(throws: SigningKeyError.emptySecret) { try SigningKey.hs256(secret: []).sign([]) }
    let jws = try JWS(parsing: signed(#"{"alg":"HS256"}"#, secret: []))
    #expect(throws: JWSError.emptySecret) { try jws.verified(with: .hs256(secret: [])) }
  }

  @Test("Signatures of zeros", arguments: JWSAlgorithm.allCases)
  func zeros(algorithm: JWSAlgorithm) throws {
    let count = try Keys.verification(algorithm).signatureLength
    let parts = try Keys.signing(algorithm).sign("payload".utf8).split(separator: ".")
    for byte: UInt8 in [0, 0xFF] {
      let signature = Base64URL.encode(Array(repeating: byte, count: count))
      let jws = try JWS(parsing: "\(parts[0]).\(parts[1]).\(signature)")
      #expect(throws: JWSError.wrongSignature) { try jws.verified(with: Keys.verification(algorithm)) }
    }
  }

  @Test("An ECDSA signature in DER instead of two numbers")
  func signatureInDER() throws {
    let parts = try Keys.signing(.es256).sign("payload".utf8).split(separator: ".")
    let raw = try Base64URL.decode(String(parts[2]))
    let numbers = [raw.prefix(32), raw.suffix(32)].flatMap { [0x02, 0x21, 0x00] + $0 }
    let signature = Base64URL.encode([0x30, UInt8(numbers.count)] + numbers)
    let jws = try JWS(parsing: "\(parts[0]).\(parts[1]).\(signature)")
    #expect(throws: JWSError.wrongSignatureLength(72, expected: 64)) {
      try jws.verified(with: Keys.verification(.es256))
    }
  }
}
