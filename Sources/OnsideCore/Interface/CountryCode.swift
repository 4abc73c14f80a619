import CausewayJSON

/// Country codes, ISO 3166-1.
package enum CountryCode {
  /// Returns a two-letter code in capitals; nil if the text cannot be one, such as the region 001 (the world).
  package static func reading(_ text: String) -> String? {
    guard text.utf8.count == 2, text.utf8.allSatisfy(\.isASCIILetter) else { return nil }
    return text.uppercased()
  }
}
