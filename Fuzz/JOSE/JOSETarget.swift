import CausewayJOSE
import CausewayJSON
import Foundation
import FuzzSupport

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, JOSETarget.check)
}

/// The fuzzing target of CausewayJOSE. It reads the input as base64url, as a compact JWS, as claims, as a key set and
/// as a private key. It checks that a value, written and read again, is the same, and that no forged signature
/// verifies.
@MainActor enum JOSETarget {
  private static let payload = Array("what was signed".utf8)
  private static let secret = Array("a secret of more than thirty-two bytes".utf8)
  private static let verification = Result { try keys() }

  /// Returns a key for each algorithm. The keys are new in each run, so no input can contain a valid signature.
  private static func keys() throws -> [JWSAlgorithm: VerificationKey] {
    var keys: [JWSAlgorithm: VerificationKey] = [
      .hs256: .hs256(secret: secret + (0..<32).map { _ in .random(in: 0...255) })
    ]
    for algorithm in JWSAlgorithm.allCases where keys[algorithm] == nil {
      guard let key = try SigningKey.generate(algorithm).publicKey() else {
        fatalError("a generated key has no public key")
      }
      keys[algorithm] = try VerificationKey(key)
    }
    return keys
  }

  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    checkBase64URL(bytes, text)
    checkJWS(text)
    checkHeader(text)
    checkClaims(bytes)
    checkKeySet(bytes)
    if let value = try? JSONValue(parsing: bytes) { checkKey(value) }
    checkFile(text)
  }

  /// Checks that all bytes can be encoded and decoded, and that only one text is accepted for the same bytes.
  private static func checkBase64URL(_ bytes: UnsafeBufferPointer<UInt8>, _ text: String) {
    expect(
      try Base64URL.decode(Base64URL.encode(bytes)) == Array(bytes), "bytes, encoded and decoded, are not the same")
    if let decoded = try? Base64URL.decode(text) {
      expect(Base64URL.encode(decoded) == text, "two texts decode to the same bytes")
    }
  }

  /// Checks that the input does not verify as a JWS with any key.
  private static func checkJWS(_ text: String) {
    guard let jws = try? JWS(parsing: text) else { return }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    expect(parts.count == 3, "the JWS has \(parts.count) parts")
    for part in parts {
      expect(try Base64URL.encode(Base64URL.decode(String(part))) == part, "a part is not canonical base64url")
    }
    expect(
      !"\(jws)".contains(text) && Mirror(reflecting: jws).children.isEmpty,
      "the description of the JWS contains its text")
    for (algorithm, key) in (try? verification.get()) ?? [:] {
      do throws(JWSError) {
        _ = try jws.verified(with: key)
        fatalError("a text without a valid signature verifies with \(algorithm)")
      } catch {
        let isRightKind = jws.header.algorithm == algorithm
        if !isRightKind {
          expect(error == .algorithmMismatch(header: jws.header.algorithm, key: algorithm), "\(error)")
        }
      }
    }
  }

  /// Checks the input as the header of a JWS. If the header is accepted, signs a JWS with its `typ` and `kid`, and
  /// checks that this JWS verifies.
  private static func checkHeader(_ text: String) {
    let encoded = "\(Base64URL.encode(text.utf8)).\(Base64URL.encode(payload)).AAAA"
    guard let jws = try? JWS(parsing: encoded) else { return }
    guard let object = (try? JSONValue(parsing: text))?.objectValue else {
      fatalError("a header that is not an object was accepted")
    }
    expect(object["alg"]?.stringValue == jws.header.algorithm.rawValue, "the algorithm is not the header's")
    expect(
      object["kid"]?.stringValue == jws.header.keyID && object["typ"]?.stringValue == jws.header.type,
      "kid or typ is not the header's")
    expect(object["crit"] == nil && object["zip"] == nil, "a header with crit or zip was accepted")
    let key = SigningKey.hs256(secret: secret, keyID: jws.header.keyID)
    expect(
      try JWS(parsing: key.sign(payload, type: jws.header.type)).verified(with: .hs256(secret: secret)) == payload,
      "the signed JWS does not verify")
  }

  /// Checks that claims, written and read again, are the same.
  private static func checkClaims(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let claims = try? JWTClaims(parsing: bytes) else { return }
    expect(
      try JWTClaims(parsing: claims.json.jsonBytes) == claims, "the claims, written and read again, are not the same")
    for claim in [claims.expiration, claims.notBefore, claims.issuedAt] {
      expect(claim.map { $0.timeIntervalSince1970 >= 0 } ?? true, "a claim has a time before 1970")
    }
    if let expiration = claims.expiration {
      expect((try? claims.check(at: expiration)) == nil, "the claims are valid at their expiration")
    }
  }

  /// Checks that a key set, written and read again, has the same keys, and that it contains no private key.
  private static func checkKeySet(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let set = try? JSONWebKeySet(parsing: bytes) else { return }
    guard let again = try? JSONWebKeySet(parsing: set.json.jsonBytes) else {
      fatalError("the key set, written again, cannot be read")
    }
    expect(again.keys == set.keys && again.leftOut.isEmpty, "the key set, written and read again, is not the same")
    for key in set.keys {
      expect(key.json["d"] == nil && key.json["k"] == nil, "a public key set contains a private key")
    }
  }

  private static func checkKey(_ value: JSONValue) {
    guard let key = try? JSONWebKey(value) else { return }
    expect(key.json == value, "the key, written again, is not the same")
    guard let verification = try? VerificationKey(key) else { return }
    expect(verification.algorithm != .hs256, "a public key has a secret algorithm")
  }

  /// Checks that a private key's PEM file, written and read again, contains the same key.
  private static func checkFile(_ text: String) {
    guard let key = try? SigningKey(pem: text), let pem = key.pem() else { return }
    expect(try SigningKey(pem: pem).publicKey() == key.publicKey(), "the file contains another key")
  }
}
