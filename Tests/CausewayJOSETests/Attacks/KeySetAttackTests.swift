import CausewayJOSE
import Testing

/// Wrong key identifiers, and keys of the wrong type in a key set.
@Suite("Attacks on a key set") struct KeySetAttackTests {
  private func keys() throws -> JSONWebKeySet {
    JSONWebKeySet(try [JWSAlgorithm.rs256, .es256].map { try #require(try Keys.signing($0).publicKey()) })
  }

  @Test("A wrong kid finds no key, even if a key has the right algorithm")
  func wrongKeyID() throws {
    var signing = try Keys.signing(.rs256)
    signing.keyID = "gone"
    let jws = try JWS(parsing: signing.sign([]))
    #expect(throws: JSONWebKeySetError.unknownKeyID) { try keys().key(for: jws.header) }
  }

  @Test("A kid is compared by its bytes", arguments: ["RSA", "rsa ", "rsa\0", "", "p256"])
  func similarKeyID(keyID: String) throws {
    let keys = try keys()
    let error = #expect(throws: JSONWebKeySetError.self) {
      try keys.key(for: JWSHeader(algorithm: .rs256, keyID: keyID))
    }
    #expect(error == (keyID == "p256" ? .wrongAlgorithm : .unknownKeyID))
  }

  @Test("A kid with other scalars is another kid, even if it looks the same")
  func composed() throws {
    var signing = try Keys.signing(.es256)
    signing.keyID = "\u{E9}"
    let keys = JSONWebKeySet([try #require(signing.publicKey())])
    #expect(throws: Never.self) { try keys.key(for: JWSHeader(algorithm: .es256, keyID: "\u{E9}")) }
    #expect(throws: JSONWebKeySetError.unknownKeyID) {
      try keys.key(for: JWSHeader(algorithm: .es256, keyID: "e\u{301}"))
    }
  }

  @Test("Without a kid, the single key for the algorithm is used; two such keys are an error")
  func noKeyID() throws {
    let keys = try keys()
    #expect(try keys.key(for: JWSHeader(algorithm: .es256)).algorithm == .es256)
    let twice = JSONWebKeySet(keys.keys + keys.keys)
    #expect(throws: JSONWebKeySetError.ambiguousKey) { try twice.key(for: JWSHeader(algorithm: .es256)) }
    #expect(throws: JSONWebKeySetError.ambiguousKey) {
      try twice.key(for: JWSHeader(algorithm: .es256, keyID: "p256"))
    }
  }
}
