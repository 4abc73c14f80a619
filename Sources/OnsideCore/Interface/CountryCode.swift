/// Country codes, ISO 3166-1.
package enum CountryCode {
  /// Returns whether a text is the three-letter code of a country, in capitals. `XKS` (Kosovo) is a code of the App
  /// Store only, and does not count.
  package static func isAlpha3(_ text: String) -> Bool { text != "XKS" && CountryTable.countryCodes[text] != nil }

  /// Returns a two-letter code in capitals; nil if the text cannot be one, such as the region 001 (the world).
  package static func reading(_ text: String) -> String? {
    guard text.utf8.count == 2, text.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else { return nil }
    return text.uppercased()
  }
}
