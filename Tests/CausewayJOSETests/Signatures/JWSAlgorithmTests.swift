import CausewayJOSE
import Testing

@Suite("Algorithms") struct JWSAlgorithmTests {
  @Test("Only three are known, and none is not one", arguments: ["none", "None", "NONE", "", "HS384", "PS256"])
  func unknown(name: String) {
    #expect(JWSAlgorithm(rawValue: name) == nil)
  }
}
