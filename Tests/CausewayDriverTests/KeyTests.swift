import Testing

@testable import CausewayDriver

@Suite struct KeyTests {
  @Test(
    arguments: [
      ("a", 0x61), ("~", 0x7E), ("é", 0xE9), ("漢", 0x0100_6F22), ("😀", 0x0101_F600), ("\n", 0xFF0D), ("\t", 0xFF09),
      ("\u{E003}", 0xFF08), ("\u{E007}", 0xFF8D), ("\u{E01A}", 0xFFB0), ("\u{E023}", 0xFFB9), ("\u{E031}", 0xFFBE),
      ("\u{E03C}", 0xFFC9), ("\u{E053}", 0xFFEC),
    ] as [(Unicode.Scalar, UInt)])
  func aKeyHasTheKeysymOfX11(_ key: Unicode.Scalar, _ keysym: UInt) {
    #expect(KeyTable.keysym(of: key) == keysym)
  }

  @Test func codePointsThatTheSpecificationDoesNotNameHaveNoKey() {
    #expect(!KeyTable.has("\u{E02A}"))
    #expect(!KeyTable.has("\u{E045}"))
    #expect(KeyTable.has("\u{E000}"))
    #expect(KeyTable.has("\u{E05D}"))
    #expect(KeyTable.has("漢"))
  }

  private func typed(_ text: String) -> [String] {
    TypedText.steps(of: text, source: "") { $0 == "A" || $0 == "!" }.map { step in
      guard case .key(let key, _, let isDown) = step else { return "?" }
      let names: [Unicode.Scalar: String] = ["\u{E008}": "Shift", "\u{E009}": "Control"]
      return (isDown ? "+" : "-") + (names[key] ?? String(key))
    }
  }

  @Test func aCapitalLetterIsTypedWithShift() {
    #expect(typed("aA") == ["+a", "-a", "+Shift", "+A", "-A", "-Shift"])
  }

  @Test func aModifierStaysDownUntilTheEnd() {
    #expect(typed("\u{E009}a") == ["+Control", "+a", "-a", "-Control"])
  }

  @Test func aModifierIsReleasedWhenItOccursAgain() {
    #expect(typed("\u{E008}a\u{E008}b") == ["+Shift", "+a", "-a", "-Shift", "+b", "-b"])
  }

  @Test func nullReleasesAllModifiers() {
    #expect(
      typed("\u{E009}\u{E008}!\u{E000}a") == ["+Control", "+Shift", "+!", "-!", "-Shift", "-Control", "+a", "-a"])
  }
}
