import Foundation

extension OnsidePrice {
  /// The amount in the currency's smallest unit, rounded: 499 for 4.99 EUR.
  package var minorUnits: Int64 {
    Int64((value * pow(10, Double(Self.fractionDigits(of: currencyCode)))).rounded())
  }

  /// Returns the number of a currency's fraction digits. Foundation does not offer that number, so this method counts
  /// the digits of a formatted zero: two in `EUR 0.00`.
  /// - Parameter currencyCode: three capital letters, ISO 4217.
  static func fractionDigits(of currencyCode: String) -> Int {
    let style = FloatingPointFormatStyle<Double>.Currency(code: currencyCode)
    let nothing = style.locale(Locale(identifier: "en_US_POSIX")).format(0)
    let point = nothing.firstIndex(of: ".")
    return point.map { nothing[$0...].filter { $0 == "0" }.count } ?? 0
  }
}
