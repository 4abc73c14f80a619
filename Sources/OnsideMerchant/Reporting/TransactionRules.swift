import Foundation

/// What a transaction has to be before it is sent. Whether a country or a currency exists is left to the store.
public enum TransactionRules {
  /// The largest amount: every JSON reader takes it exactly.
  public static let maximumAmount: Int64 = 9_007_199_254_740_991

  /// Everything that is wrong with a transaction, in the order of its fields.
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

  /// What is wrong with an id. White space around one, or a control character in it, comes from how a file was written,
  /// and would make two ids of one.
  static func id(_ text: String) -> String? {
    if text.isEmpty { return "an id is wanted, and this one is empty" }
    // The control characters are these bytes, or begin with 0xC2: a file has many ids, and few have one of them.
    let mayHaveControl = text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
    guard !mayHaveControl || text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      return "the id has a control character in it, such as a line break"
    }
    guard text.first?.isWhitespace == false, text.last?.isWhitespace == false else {
      return "the id has white space before or after it"
    }
    return nil
  }

  /// The document's pattern `^[A-Z]{3}$`.
  static func currency(_ text: String) -> String? {
    isThreeCapitals(text) ? nil : "three capital letters of ISO 4217 are wanted, such as EUR\(given(text))"
  }

  /// The document's pattern `^[A-Z]{3}$`.
  static func payerCountry(_ text: String) -> String? {
    isThreeCapitals(text) ? nil : "three capital letters of ISO 3166-1 alpha-3 are wanted, such as DEU\(given(text))"
  }

  static func fullAmount(_ amount: Int64) -> String? {
    (1...maximumAmount).contains(amount) ? nil : "an amount from 1 to \(maximumAmount) is wanted\(given("\(amount)"))"
  }

  static func taxAmount(_ amount: Int64, of full: Int64) -> String? {
    guard (0...maximumAmount).contains(amount) else {
      return "an amount from 0 to \(maximumAmount) is wanted\(given("\(amount)"))"
    }
    return amount <= max(full, 0) || fullAmount(full) != nil ? nil : "the tax is more than the full_amount, \(full)"
  }

  static func settledAt(_ text: String) -> String? {
    RFC3339.date(text) == nil
      ? "a time with its zone is wanted as RFC 3339 writes it, such as 2026-11-30T18:05:00Z\(given(text))" : nil
  }

  /// An amount that is written as a text.
  static func amount(_ text: String) -> Int64? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.count == 1 || digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(text)
  }

  /// What is wrong with a text that is no amount.
  static func notAnAmount(_ text: String) -> String {
    "a whole number in the currency's smallest unit is wanted, such as 1234 for 12.34 USD\(given(text))"
  }

  /// What was given instead, for a message: not more than fits a line.
  private static func given(_ text: String) -> String {
    if text.isEmpty { return "; it is empty" }
    return text.count <= 40 ? "; \"\(text)\" was given" : "; \"\(text.prefix(40))…\" was given"
  }

  private static func isThreeCapitals(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
