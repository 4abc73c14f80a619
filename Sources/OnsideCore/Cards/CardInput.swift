import Foundation

/// The user's input in the card form, and its validation.
package struct CardInput: Hashable, Sendable, Redacted {
  /// A field of the card form.
  package enum Field: Hashable, Sendable, CaseIterable {
    case number, expiry, securityCode
  }

  /// The card number, with or without spaces and hyphens.
  package var number: String
  /// The expiry date, such as `04/29`, `4/2029` or `0429`.
  package var expiry: String
  package var securityCode: String

  package init(number: String = "", expiry: String = "", securityCode: String = "") {
    self.number = number
    self.expiry = expiry
    self.securityCode = securityCode
  }

  /// Returns the card; nil if the input has a mistake.
  /// - Parameter today: the current date. A card is valid until the end of its expiry month.
  package func card(on today: Date) -> OnsideCard? {
    guard mistakes(on: today).isEmpty, let digits = Self.digits(number), let (month, year) = Self.month(expiry) else {
      return nil
    }
    return OnsideCard(
      number: digits, expiryMonth: month, expiryYear: year, securityCode: securityCode.filter { !$0.isWhitespace })
  }

  /// Returns the mistakes by field, as texts for the user; empty for a card that can be sent.
  package func mistakes(on today: Date) -> [Field: String] {
    var mistakes: [Field: String] = [:]
    mistakes[.number] = numberMistake
    mistakes[.expiry] = expiryMistake(on: today)
    mistakes[.securityCode] = securityCodeMistake
    return mistakes
  }

  private var numberMistake: String? {
    guard let digits = Self.digits(number) else { return "A card number contains only digits." }
    if digits.isEmpty { return "Enter the card number." }
    let lengths = CardBrand(number: digits).lengths
    if digits.count < lengths[0] { return "Some digits of the card number are missing." }
    if digits.count > lengths[lengths.count - 1] { return "The card number has too many digits." }
    // Only Visa numbers reach this message, because only Visa allows lengths that are not consecutive.
    if !lengths.contains(digits.count) {
      return "A Visa card number has 13, 16 or 19 digits; this one has \(digits.count)."
    }
    return Self.passesLuhn(digits) ? nil : "This is not a card number. Check the digits."
  }

  private func expiryMistake(on today: Date) -> String? {
    if expiry.allSatisfy(\.isWhitespace) { return "Enter the month and year." }
    guard let (month, year) = Self.month(expiry) else { return "Enter the month and year, such as 04/29." }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let now = calendar.dateComponents([.year, .month], from: today)
    let months = (year - (now.year ?? 0)) * 12 + month - (now.month ?? 0)
    if months < 0 { return "This card has expired. Use another card." }
    return months > 12 * 30 ? "This year is too far in the future. Check the date." : nil
  }

  private var securityCodeMistake: String? {
    let code = securityCode.filter { !$0.isWhitespace }
    let brand = CardBrand(number: number)
    let length = brand.securityCodeLength
    if code.count == length, code.allSatisfy(\.isASCIIDigit) { return nil }
    return "Enter the \(length) digits on the \(brand.securityCodeSide) of the card."
  }

  /// Returns the digits without white space and hyphens; nil if the text contains anything else.
  private static func digits(_ text: String) -> String? {
    let digits = text.filter { !$0.isWhitespace && $0 != "-" }
    return digits.allSatisfy(\.isASCIIDigit) ? digits : nil
  }

  /// Returns the month and the four-digit year; nil if the text is not an expiry date.
  private static func month(_ text: String) -> (Int, Int)? {
    let text = text.filter { !$0.isWhitespace }
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1, [4, 6].contains(text.count) { parts = [String(text.prefix(2)), String(text.dropFirst(2))] }
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }), (1...2).contains(parts[0].count),
      [2, 4].contains(parts[1].count), let month = Int(parts[0]), (1...12).contains(month), let year = Int(parts[1])
    else { return nil }
    return (month, parts[1].count == 2 ? 2000 + year : year)
  }

  /// Returns whether the check digit of ISO/IEC 7812 is right. The check finds a single wrong digit, and most swaps of
  /// two adjacent digits.
  package static func passesLuhn(_ digits: String) -> Bool {
    var sum = 0
    for (index, digit) in digits.reversed().compactMap(\.wholeNumberValue).enumerated() {
      let value = index % 2 == 1 ? digit * 2 : digit
      sum += value > 9 ? value - 9 : value
    }
    return !digits.isEmpty && sum % 10 == 0
  }

  // MARK: Display

  /// Returns a number in the groups that are printed on the card: `4242 4242 4242 4242`, `3782 822463 10005`. Surplus
  /// digits are kept, so that the user sees them.
  package static func grouped(_ text: String) -> String {
    guard let digits = digits(text) else { return text }
    let brand = CardBrand(number: digits)
    var result = ""
    for (index, digit) in digits.enumerated() {
      if brand.hasGap(after: index) { result.append(" ") }
      result.append(digit)
    }
    return result
  }

  /// Returns an expiry date as cards show it: `04/29`. Returns an incomplete date unchanged.
  package static func formattedExpiry(_ text: String) -> String {
    guard let (month, year) = month(text) else { return text }
    return String(format: "%02d/%02d", month, year % 100)
  }
}
