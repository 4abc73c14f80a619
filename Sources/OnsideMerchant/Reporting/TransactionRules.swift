import CausewayJSON
import Foundation

/// The checks of a transaction before it is sent. They do not check whether a country or a currency exists; the store
/// does.
public enum TransactionRules {
  /// The maximum amount, 2^53 - 1, because every JSON reader reads numbers up to this value exactly.
  public static let maximumAmount: Int64 = 9_007_199_254_740_991

  /// Returns all problems of a transaction, in the order of its fields.
  static func problems(
    id: String, currency: String, fullAmount: Int64, taxAmount: Int64, payerCountry: String, settledAt: String
  ) -> [TransactionProblem] {
    let reasons: [(TransactionField, String?)] = [
      (.id, self.id(id)), (.currency, self.currency(currency)), (.fullAmount, self.fullAmount(fullAmount)),
      (.taxAmount, self.taxAmount(taxAmount, of: fullAmount)), (.payerCountry, self.payerCountry(payerCountry)),
      (.settledAt, self.settledAt(settledAt)),
    ]
    return reasons.compactMap { field, reason in reason.map { TransactionProblem(field: field, reason: $0) } }
  }

  /// Returns the problem of an ID; nil for a valid ID. White space around an ID and control characters are refused,
  /// because they usually come from the program that wrote the file, and the store would treat the IDs with and without
  /// them as different.
  static func id(_ text: String) -> String? {
    if text.isEmpty { return "the id is empty" }
    // Make a fast check first, because few IDs have these bytes: in UTF-8, a control character is one byte below 0x20,
    // or 0x7F, or begins with 0xC2.
    let mayHaveControl = text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
    guard !mayHaveControl || text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      return "the id contains a control character, such as a line break"
    }
    guard text.first?.isWhitespace == false, text.last?.isWhitespace == false else {
      return "the id has white space before or after it"
    }
    return nil
  }

  /// Checks the API document's pattern `^[A-Z]{3}$`.
  static func currency(_ text: String) -> String? {
    isThreeCapitals(text) ? nil : "it must be three capital letters of ISO 4217, such as EUR\(given(text))"
  }

  /// Checks the API document's pattern `^[A-Z]{3}$`.
  static func payerCountry(_ text: String) -> String? {
    isThreeCapitals(text) ? nil : "it must be three capital letters of ISO 3166-1 alpha-3, such as DEU\(given(text))"
  }

  static func fullAmount(_ amount: Int64) -> String? {
    (1...maximumAmount).contains(amount) ? nil : "it must be an amount from 1 to \(maximumAmount)\(given("\(amount)"))"
  }

  static func taxAmount(_ amount: Int64, of full: Int64) -> String? {
    guard (0...maximumAmount).contains(amount) else {
      return "it must be an amount from 0 to \(maximumAmount)\(given("\(amount)"))"
    }
    return amount <= max(full, 0) || fullAmount(full) != nil ? nil : "the tax is more than the full_amount, \(full)"
  }

  static func settledAt(_ text: String) -> String? {
    RFC3339.date(text) == nil
      ? "it must be a time with a zone in the form of RFC 3339, such as 2026-11-30T18:05:00Z\(given(text))" : nil
  }

  /// Parses an amount; nil if the text is not a whole number, or has leading zeros.
  static func amount(_ text: String) -> Int64? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0"),
      digits.allSatisfy(\.isASCIIDigit)
    else { return nil }
    return Int64(text)
  }

  /// Returns the message for a text that is not an amount.
  static func notAnAmount(_ text: String) -> String {
    "it must be a whole number in the currency's smallest unit, such as 1234 for 12.34 USD\(given(text))"
  }

  /// Returns the end of a message, which quotes at most 40 characters of the given value.
  private static func given(_ text: String) -> String {
    if text.isEmpty { return "; it is empty" }
    return text.count <= 40 ? "; \"\(text)\" was given" : "; \"\(text.prefix(40))…\" was given"
  }

  private static func isThreeCapitals(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy(\.isASCIICapital)
  }
}
