import CausewayJSON
import CausewayJOSE
import Testing

@Suite("Secrets are not printed") struct SecrecyTests {
  /// Returns the texts of all ways to print a value.
  private func shown(_ value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(reflecting: value)) \(String(describing: [value])) \(dumped)"
  }

  @Test("The description and the dump of a key or a JWS contain no secret", arguments: JWSAlgorithm.allCases)
  func values(algorithm: JWSAlgorithm) throws {
    let signing = try Keys.signing(algorithm)
    let text = try signing.sign("a payload".utf8)
    let jws = try JWS(parsing: text)
    #expect(shown(signing).contains("SigningKey(\(algorithm.rawValue), \(signing.keyID ?? ""))"))
    #expect(shown(try Keys.verification(algorithm)).contains("VerificationKey(\(algorithm.rawValue))"))
    #expect(shown(jws).contains("JWS(\(algorithm.rawValue))"))
    let secrets =
      text.split(separator: ".").map(String.init) + ["a payload", "a secret", "\(Keys.secret[0]), \(Keys.secret[1])"]
    for value: Any in [signing, try Keys.verification(algorithm), jws] {
      for secret in secrets { #expect(!shown(value).contains(secret)) }
    }
  }

  @Test("No error contains parts of the text of a JWS")
  func errors() throws {
    let parts = try Keys.signing(.hs256).sign("a payload".utf8).split(separator: ".").map(String.init)
    let odd = ["$TOP", "\u{1F511}"]
    for (index, part) in parts.enumerated() {
      for mark in odd {
        var changed = parts
        changed[index] = part + mark
        let error = #expect(throws: JWSError.self) {
          try JWS(parsing: changed.joined(separator: ".")).verified(with: Keys.verification(.hs256))
        }
        for secret in parts + odd { #expect(!shown(error as Any).contains(secret)) }
      }
    }
    let header = #"{"alg":"HS256" SECRET}"#
    let error = #expect(throws: JWSError.self) { try JWS(parsing: signed(header)) }
    #expect(!shown(error as Any).contains("SECRET"))
  }

  @Test("Every error has its own description")
  func words() {
    let errors: [String] =
      Base64URLError.allCases.map(\.description) + JSONWebKeySetError.allCases.map(\.description)
      + SigningKeyError.allCases.map(\.description) + ReplayError.allCases.map(\.description)
      + AttackTests.headers.map(\.error.description)
    let kinds = Set(errors)
    #expect(kinds.allSatisfy { $0.count > 10 && !$0.hasSuffix(".") })
    #expect(Set(Base64URLError.allCases.map(\.description)).count == Base64URLError.allCases.count)
    #expect(Set(JSONWebKeySetError.allCases.map(\.description)).count == JSONWebKeySetError.allCases.count)
    #expect(Set(SigningKeyError.allCases.map(\.description)).count == SigningKeyError.allCases.count)
  }
}
