import Foundation
import Testing

@testable import CausewayJOSE

/// Comparison with the command `openssl`, an independent program that reads its own file formats.
@Suite("Comparison with openssl", .enabled(if: OpenSSLCommand.isInstalled)) struct SecondImplementationTests {
  @Test("openssl verifies a signature of this module", arguments: Keys.algorithmsWithPublicKeys)
  func signedHere(algorithm: JWSAlgorithm) throws {
    let openssl = try OpenSSLCommand()
    let key = try Keys.signing(algorithm)
    try openssl.write("key.pem", try #require(key.pem()).utf8)
    try openssl.run(["pkey", "-in", "key.pem", "-pubout", "-out", "public.pem"])
    let text = try key.sign("a payload".utf8)
    let dot = try #require(text.lastIndex(of: "."))
    let signature = try Base64URL.decode(String(text[text.index(after: dot)...]))
    try openssl.write("signature", algorithm.keyKind == .rsa ? signature : der(signature))
    try openssl.write("signed", text[..<dot].utf8)
    let verify = ["dgst", digest(algorithm), "-verify", "public.pem", "-signature", "signature"]
    #expect(try openssl.run(verify + ["signed"]) == "Verified OK\n")
    try openssl.write("other", text[..<dot].utf8.dropLast())
    #expect(throws: OpenSSLCommand.Failure.self) { try openssl.run(verify + ["other"]) }
  }

  @Test("This module verifies a signature of openssl", arguments: Keys.algorithmsWithPublicKeys)
  func signedThere(algorithm: JWSAlgorithm) throws {
    let openssl = try OpenSSLCommand()
    let options =
      switch algorithm.keyKind {
      case .elliptic(let curve): ["EC", "-pkeyopt", "ec_paramgen_curve:\(curve.rawValue)"]
      case .rsa, .secret: ["RSA", "-pkeyopt", "rsa_keygen_bits:3072"]
      }
    try openssl.run(["genpkey", "-out", "key.pem", "-algorithm"] + options)
    let key = try SigningKey(pem: String(decoding: openssl.read("key.pem"), as: UTF8.self))
    #expect(key.algorithm == algorithm)
    let header = #"{"typ":"JWT","alg":"\#(algorithm.rawValue)"}"#
    let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode("a payload".utf8))"
    try openssl.write("signed", signed.utf8)
    try openssl.run(["dgst", digest(algorithm), "-sign", "key.pem", "-out", "signature", "signed"])
    let signature = try openssl.read("signature")
    let verification = try VerificationKey(#require(key.publicKey()))
    let inJOSE = algorithm.keyKind == .rsa ? signature : try raw(signature, count: verification.signatureLength)
    let text = "\(signed).\(Base64URL.encode(inJOSE))"
    #expect(try JWS(parsing: text).verified(with: verification) == Array("a payload".utf8))
  }

  @Test("This module and openssl compute the same HMAC") func authenticationCode() throws {
    let openssl = try OpenSSLCommand()
    let text = try Keys.signing(.hs256).sign("a payload".utf8)
    let dot = try #require(text.lastIndex(of: "."))
    try openssl.write("signed", text[..<dot].utf8)
    let secret = Keys.secret.map { String(format: "%02x", $0) }.joined()
    try openssl.run([
      "dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(secret)", "-binary", "-out", "code", "signed",
    ])
    #expect(try Base64URL.encode(openssl.read("code")) == String(text[text.index(after: dot)...]))
  }

  /// Returns the command's option for the digest of an algorithm.
  private func digest(_ algorithm: JWSAlgorithm) -> String { "-\(algorithm.digest.rawValue.lowercased())" }

  /// Returns a signature in DER (X.690), made from its two numbers.
  private func der(_ raw: [UInt8]) -> [UInt8] {
    let numbers = [raw.prefix(raw.count / 2), raw.suffix(raw.count / 2)].flatMap { number in
      let digits = Array(number.drop { $0 == 0 })
      let value = (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits
      return [0x02, UInt8(value.count)] + value
    }
    return [0x30, UInt8(numbers.count)] + numbers
  }

  /// Returns the two numbers of a DER signature, `count` bytes in total.
  private func raw(_ der: [UInt8], count: Int) throws -> [UInt8] {
    var rest = der.dropFirst(2)
    var raw: [UInt8] = []
    while rest.popFirst() == 0x02, let length = rest.popFirst() {
      let digits = rest.prefix(Int(length)).drop { $0 == 0 }
      raw += Array(repeating: 0, count: count / 2 - digits.count) + digits
      rest = rest.dropFirst(Int(length))
    }
    try #require(raw.count == count)
    return raw
  }
}
