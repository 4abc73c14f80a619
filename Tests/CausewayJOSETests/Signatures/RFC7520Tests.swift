import CausewayJOSE
import CausewayJSON
import Testing

/// The signatures of the examples in RFC 7520, section 4.
@Suite("RFC 7520, section 4") struct RFC7520Tests {
  static let payload =
    "It\u{2019}s a dangerous business, Frodo, going out your door. You step onto the road, and if you don't keep your "
    + "feet, there\u{2019}s no knowing where you might be swept off to."
  static let encodedPayload =
    "SXTigJlzIGEgZGFuZ2Vyb3VzIGJ1c2luZXNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXAgb250byB0aGUgcm9hZCwgYW5k"
    + "IGlmIHlvdSBkb24ndCBrZWVwIHlvdXIgZmVldCwgdGhlcmXigJlzIG5vIGtub3dpbmcgd2hlcmUgeW91IG1pZ2h0IGJlIHN3ZXB0IG9mZiB0by4"

  static let rsaKey: JSONValue = [
    "kty": "RSA", "kid": "bilbo.baggins@hobbiton.example", "use": "sig", "e": "AQAB",
    "n": .string(
      "n4EPtAOCc9AlkeQHPzHStgAbgs7bTZLwUBZdR8_KuKPEHLd4rHVTeT-O-XV2jRojdNhxJWTDvNd7nqQ0VEiZQHz_AJmSCpMaJMRBSFKrKb2w"
        + "qVwGU_NsYOYL-QtiWN2lbzcEe6XC0dApr5ydQLrHqkHHig3RBordaZ6Aj-oBHqFEHYpPe7Tpe-OfVfHd1E6cS6M1FZcD1NNLYD5lFHpP"
        + "I9bTwJlsde3uhGqC0ZCuEHg8lhzwOHrtIQbS0FVbb9k3-tVTU4fg_3L_vniUFAKwuCLqKnS2BYwdq_mzSnbLY7h_qixoR7jig3__kRhu"
        + "axwUkRz5iaiQkqgc5gHdrNP5zw"),
  ]
  static let rs256 =
    "eyJhbGciOiJSUzI1NiIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9.\(encodedPayload)."
    + "MRjdkly7_-oTPTS3AXP41iQIGKa80A0ZmTuV5MEaHoxnW2e5CZ5NlKtainoFmKZopdHM1O2U4mwzJdQx996ivp83xuglII7PNDi84wnB-BDk"
    + "oBwA78185hX-Es4JIwmDLJK3lfWRa-XtL0RnltuYv746iYTh_qHRD68BNt1uSNCrUCTJDt5aAE6x8wW1Kt9eRo4QPocSadnHXFxnt8Is9Uzp"
    + "ERV0ePPQdLuW3IS_de3xyIrDaLGdjluPxUAhb6L2aXic1U12podGU0KLUQSE_oI-ZnmKJ3F4uOZDnd6QZWJushZ41Axf_fcIe8u9ipH84ogo"
    + "ree7vjbU5y18kDquDg"

  static let secret = "hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg"
  static let hs256 =
    "eyJhbGciOiJIUzI1NiIsImtpZCI6IjAxOGMwYWU1LTRkOWItNDcxYi1iZmQ2LWVlZjMxNGJjNzAzNyJ9.\(encodedPayload)."
    + "s0h6KThzkfBBBkLspW1h84VsJZFTsPPqMDA7g1Md7p0"

  static let es512 =
    "eyJhbGciOiJFUzUxMiIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9.\(encodedPayload)."
    + "AE_R_YZCChjn4791jSQCrdPZCNYqHXCTZH0-JZGYNlaAjP2kqaluUIIUnC9qvbu9Plon7KRTzoNEuT4Va2cmL1eJAQy3mtPBu_u_sDDyYjnA"
    + "MDxXPn7XrT0lw-kvAD890jl8e2puQens_IEKBpHABlsbEPX6sFY8OcGDqoRuBomu9xQ2"

  @Test("4.1: RSA v1.5 signature, found in a key set by its kid") func rsa() throws {
    let keys = try JSONWebKeySet(parsing: JSONValue.object(["keys": [Self.rsaKey]]).jsonBytes)
    let jws = try JWS(parsing: Self.rs256)
    #expect(jws.header == JWSHeader(algorithm: .rs256, keyID: "bilbo.baggins@hobbiton.example"))
    #expect(try jws.verified(with: keys.key(for: jws.header)) == Array(Self.payload.utf8))
  }

  @Test("4.3: ECDSA on P-521 is not supported") func es512() {
    #expect(throws: JWSError.unknownAlgorithm) { try JWS(parsing: Self.es512) }
  }

  @Test("4.4: HMAC-SHA2 integrity protection") func hmac() throws {
    let secret = try Base64URL.decode(Self.secret)
    let jws = try JWS(parsing: Self.hs256)
    #expect(jws.header == JWSHeader(algorithm: .hs256, keyID: "018c0ae5-4d9b-471b-bfd6-eef314bc7037"))
    #expect(try jws.verified(with: .hs256(secret: secret)) == Array(Self.payload.utf8))
    // Signing again gives the same JWS, because the new header has the same members in the same order.
    let signed = try SigningKey.hs256(secret: secret, keyID: jws.header.keyID).sign(Self.payload.utf8)
    #expect(signed == Self.hs256)
  }
}
