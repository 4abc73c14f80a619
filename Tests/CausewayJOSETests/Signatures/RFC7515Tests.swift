import CausewayJOSE
import CausewayJSON
import Testing

/// The examples of RFC 7515, appendix A, whose keys the RFC contains.
@Suite("RFC 7515, appendix A") struct RFC7515Tests {
  /// The payload of all examples, with its line breaks.
  static let payload = "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"
  static let encodedPayload =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  static let hs256 =
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(encodedPayload).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let secret = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"

  static let rs256 =
    "eyJhbGciOiJSUzI1NiJ9.\(encodedPayload)."
    + "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CU"
    + "Ar7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_d"
    + "O--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0ig"
    + "cN_IoypGlUPQGe77Rw"
  static let rsaKey: JSONValue = [
    "kty": "RSA", "e": "AQAB",
    "n": .string(
      "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ"
        + "S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTB"
        + "EMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91"
        + "kzk2PAcDTW9gb54h4FRWyuXpoQ"),
  ]

  static let es256 =
    "eyJhbGciOiJFUzI1NiJ9.\(encodedPayload)."
    + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
  static let ecKey: JSONValue = [
    "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  ]

  @Test("A.1: HMAC SHA-256") func hmac() throws {
    let key = VerificationKey.hs256(secret: try Base64URL.decode(Self.secret))
    let jws = try JWS(parsing: Self.hs256)
    #expect(jws.header == JWSHeader(algorithm: .hs256, type: "JWT"))
    #expect(try jws.verified(with: key) == Array(Self.payload.utf8))
  }

  @Test("A.2: RSASSA-PKCS1-v1_5 SHA-256") func rsa() throws {
    let key = try VerificationKey(JSONWebKey(Self.rsaKey))
    let jws = try JWS(parsing: Self.rs256)
    #expect(jws.header == JWSHeader(algorithm: .rs256))
    #expect(try jws.verified(with: key) == Array(Self.payload.utf8))
  }

  @Test("A.3: ECDSA P-256 SHA-256") func ecdsa() throws {
    let key = try VerificationKey(JSONWebKey(Self.ecKey))
    let jws = try JWS(parsing: Self.es256)
    #expect(jws.header == JWSHeader(algorithm: .es256))
    #expect(try jws.verified(with: key) == Array(Self.payload.utf8))
  }

  @Test("A.4: ECDSA P-521 SHA-512 is not supported") func es512() {
    let header = "eyJhbGciOiJFUzUxMiJ9"
    #expect(throws: JWSError.unknownAlgorithm) { try JWS(parsing: "\(header).UGF5bG9hZA.AdwMgeerwtHoh-l192l60hp9wAH") }
  }

  @Test("A.5: an unsecured JWS is refused") func none() {
    #expect(throws: JWSError.algorithmNone) { try JWS(parsing: "eyJhbGciOiJub25lIn0.\(Self.encodedPayload).") }
  }

  @Test("The claims of the examples are read") func claims() throws {
    let claims = try JWTClaims(parsing: Self.payload.utf8)
    #expect(claims.issuer == "joe")
    #expect(claims.expiration?.timeIntervalSince1970 == 1_300_819_380)
    #expect(claims.others == ["http://example.com/is_root": true])
  }
}
