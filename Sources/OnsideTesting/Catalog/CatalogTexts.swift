import CausewayJSON
import OnsideCore

// The formats in which a StoreKit configuration file writes prices, periods and locales.

extension Double {
  /// Parses a price: digits, optionally followed by a point and more digits. At most 15 digits in all, because a
  /// `Double` holds that many exactly.
  init?(price text: String) {
    let bytes = text.utf8
    let whole = bytes.prefix(while: \.isASCIIDigit)
    let fraction = bytes[whole.endIndex...].dropFirst()
    guard !whole.isEmpty, fraction.allSatisfy(\.isASCIIDigit), whole.count + fraction.count <= 15,
      whole.endIndex == bytes.endIndex || (bytes[whole.endIndex] == UInt8(ascii: ".") && !fraction.isEmpty)
    else { return nil }
    self.init(text)
  }
}

extension OnsidePeriod {
  /// Parses an ISO 8601 period with a single unit and a count from 1 to 9999: `P3D`, `P1W`, `P1M`, `P1Y`.
  init?(duration text: String) {
    let bytes = Array(text.utf8)
    guard (3...6).contains(bytes.count), bytes[0] == UInt8(ascii: "P"),
      bytes[1..<bytes.count - 1].allSatisfy(\.isASCIIDigit),
      let count = UInt(text.dropFirst().dropLast()), count > 0
    else { return nil }
    switch bytes[bytes.count - 1] {
    case UInt8(ascii: "D"): self = .day(count)
    case UInt8(ascii: "W"): self = .week(count)
    case UInt8(ascii: "M"): self = .month(count)
    case UInt8(ascii: "Y"): self = .year(count)
    default: return nil
    }
  }
}

extension String {
  /// Whether the text has the form of a locale: a language of two or three letters, then parts of letters and digits,
  /// such as `en`, `en_US`, `zh-Hans_CN`.
  var isLocale: Bool {
    let parts = utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    return (2...3).contains(parts[0].count) && parts[0].allSatisfy(\.isASCIILetter)
      && parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(\.isASCIIAlphanumeric) }
  }
}
