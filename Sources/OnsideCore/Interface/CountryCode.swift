/// Country codes, ISO 3166-1.
package enum CountryCode {
  /// Whether a text is a code of three capital letters that a country has. `XKS`, Kosovo, is the App Store's own.
  package static func isAlpha3(_ text: String) -> Bool { text != "XKS" && CountryTable.countryCodes[text] != nil }

  /// The code of two letters in capital letters; nil if the text cannot be one, such as the region 001, which is the world.
  package static func reading(_ text: String) -> String? {
    guard text.utf8.count == 2, text.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else { return nil }
    return text.uppercased()
  }
}
