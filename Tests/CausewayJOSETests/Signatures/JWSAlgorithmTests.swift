import CausewayJOSE
import Testing

@Suite("Algorithms") struct JWSAlgorithmTests {
  @Test("An unknown algorithm, including none, is refused", arguments: ["none", "None", "NONE", "", "HS384", "PS256"])
  func unknown(name: String) {
    #expect(JWSAlgorithm(rawValue: name) == nil)
  }
}
