import CausewayJOSE
import Testing

@Suite("Keys on several threads") struct ConcurrencyTests {
  @Test("Many tasks can sign and verify with one key at once", arguments: JWSAlgorithm.allCases)
  func shared(algorithm: JWSAlgorithm) async throws {
    let signing = try Keys.signing(algorithm)
    let key = try Keys.verification(algorithm)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask {
          for round in 0..<10 {
            let payload = Array("\(task) \(round)".utf8)
            let text = try signing.sign(payload)
            #expect(try JWS(parsing: text).verified(with: key) == payload)
            let parts = text.split(separator: ".")
            let other = try JWS(parsing: "\(parts[0]).\(Base64URL.encode("other".utf8)).\(parts[2])")
            #expect(throws: JWSError.wrongSignature) { try other.verified(with: key) }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
