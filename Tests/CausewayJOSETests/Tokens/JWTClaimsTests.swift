import CausewayJOSE
import CausewayJSON
import Foundation
import Testing

/// The claims of RFC 7519.
@Suite("JWT claims") struct JWTClaimsTests {
  @Test("Section 4.1: the registered claims, and others") func all() throws {
    let text = #"{"iss":"a","sub":"b","aud":["c","d"],"exp":3,"nbf":1.5,"iat":0,"jti":"e","more":{"x":[null]}}"#
    let claims = try JWTClaims(parsing: text.utf8)
    let expected = JWTClaims(
      issuer: "a", subject: "b", audience: ["c", "d"], expiration: Date(timeIntervalSince1970: 3),
      notBefore: Date(timeIntervalSince1970: 1.5), issuedAt: Date(timeIntervalSince1970: 0), id: "e",
      others: ["more": ["x": [.null]]])
    #expect(claims == expected)
    #expect(claims.json.json == text)
  }

  @Test("Section 4.1.3: a single audience may be a string") func audience() throws {
    #expect(try JWTClaims(parsing: #"{"aud":"one"}"#.utf8).audience == ["one"])
    #expect(try JWTClaims(parsing: #"{"aud":[]}"#.utf8).audience == [])
    #expect(JWTClaims(audience: ["one"]).json == ["aud": "one"])
    #expect(JWTClaims().json == [:])
  }

  @Test("Section 2: a time may have fractions of a second", arguments: [0, 1.25, 1_300_819_380, 253_402_300_799.5])
  func time(seconds: Double) throws {
    let claims = try JWTClaims(parsing: JSONValue.object(["exp": .number(seconds)]).jsonBytes)
    #expect(claims.expiration == Date(timeIntervalSince1970: seconds))
  }

  static let refused: [(text: String, error: JWTError)] = [
    ("", .notJSON), ("{", .notJSON), ("[]", .notObject), ("\"a\"", .notObject),
    (#"{"exp":1,"exp":2}"#, .duplicateClaim), (#"{"exp":1,"e\u0078p":2}"#, .duplicateClaim),
    (#"{"a":{"b":1,"b":1}}"#, .duplicateClaim),
    (#"{"iss":1}"#, .wrongKind(.issuer)), (#"{"sub":null}"#, .wrongKind(.subject)),
    (#"{"aud":1}"#, .wrongKind(.audience)), (#"{"aud":["a",1]}"#, .wrongKind(.audience)),
    (#"{"exp":"1300819380"}"#, .wrongKind(.expiration)), (#"{"nbf":true}"#, .wrongKind(.notBefore)),
    (#"{"iat":null}"#, .wrongKind(.issuedAt)), (#"{"jti":7}"#, .wrongKind(.id)),
    (#"{"exp":-1}"#, .timeOutOfRange(.expiration)), (#"{"exp":253402300800}"#, .timeOutOfRange(.expiration)),
    (#"{"nbf":-0.5}"#, .timeOutOfRange(.notBefore)), (#"{"iat":1e300}"#, .timeOutOfRange(.issuedAt)),
    (#"{"exp":1e400}"#, .notJSON),
  ]

  @Test("Malformed claims", arguments: refused)
  func isRefused(text: String, error: JWTError) {
    #expect(throws: error) { try JWTClaims(parsing: text.utf8) }
  }
}
