import Testing

@testable import Causeway

@Suite("Lines of the page runtime") struct WireTests {
  @Test(arguments: ["0", "7", "18446744073709551615"]) func aNumberIsDigits(number: String) throws {
    guard case .withdraw(let id)? = Wire.parse("c \(number)") else {
      Issue.record("c \(number) is no withdrawal")
      return
    }
    #expect("\(id)" == number)
  }

  /// The page runtime writes a number in one way; another way is not the runtime's.
  @Test(arguments: ["-0", "+1", "007", "00", "", " 1", "1x", "18446744073709551616", "\u{0661}"])
  func whatIsNoNumberIsNoLine(number: String) {
    for line in ["c \(number)", "r causeway \(number) {}", "a \(number) 1", "e \(number) 1"] {
      #expect(Wire.parse(line[...]) == nil, "\(line)")
    }
  }
}
