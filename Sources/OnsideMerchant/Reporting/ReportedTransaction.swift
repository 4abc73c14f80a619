import CausewayJSON
import Foundation

/// A settled transaction of an app that takes payments outside OnsideKit, as it is reported to the store.
///
/// The fields and their forms are those of Onside's Transactions Reporting API. ``TransactionRules`` says what is checked.
public struct ReportedTransaction: Hashable, Sendable {
  /// The publisher's own name of the transaction. The store counts each once.
  public let id: String
  /// ISO 4217, three capital letters, such as `EUR`.
  public let currency: String
  /// What was paid, in the currency's smallest unit: 12.34 USD is 1234.
  public let fullAmount: Int64
  /// How much of ``fullAmount`` is tax, in the same unit.
  public let taxAmount: Int64
  /// ISO 3166-1 alpha-3, three capital letters, such as `DEU`.
  public let payerCountry: String
  /// When it was settled, as RFC 3339 writes it. The text is sent as it is.
  public let settledAt: String

  /// A transaction.
  ///
  /// - Throws: the first field that is not as the store wants it.
  public init(
    id: String, currency: String, fullAmount: Int64, taxAmount: Int64, payerCountry: String, settledAt: String
  ) throws(TransactionProblem) {
    self.id = id
    self.currency = currency
    self.fullAmount = fullAmount
    self.taxAmount = taxAmount
    self.payerCountry = payerCountry
    self.settledAt = settledAt
    let problems = TransactionRules.problems(
      id: id, currency: currency, fullAmount: fullAmount, taxAmount: taxAmount, payerCountry: payerCountry,
      settledAt: settledAt)
    if let problem = problems.first { throw problem }
  }

  /// A transaction that was settled at a date, which is sent in UTC, to the millisecond.
  ///
  /// - Throws: the first field that is not as the store wants it.
  public init(
    id: String, currency: String, fullAmount: Int64, taxAmount: Int64, payerCountry: String, settledAt: Date
  ) throws(TransactionProblem) {
    try self.init(
      id: id, currency: currency, fullAmount: fullAmount, taxAmount: taxAmount, payerCountry: payerCountry,
      settledAt: RFC3339.text(settledAt))
  }

  /// The transaction as the API's schema `Transaction` has it.
  public var json: JSONValue {
    [
      "id": .string(id), "currency": .string(currency), "full_amount": .number(Double(fullAmount)),
      "tax_amount": .number(Double(taxAmount)), "payer_country": .string(payerCountry),
      "settled_at": .string(settledAt),
    ]
  }
}

/// A field of a transaction, by its name in the API.
public enum TransactionField: String, Hashable, Sendable, CaseIterable {
  /// ``ReportedTransaction/id``.
  case id
  /// ``ReportedTransaction/currency``.
  case currency
  /// ``ReportedTransaction/fullAmount``.
  case fullAmount = "full_amount"
  /// ``ReportedTransaction/taxAmount``.
  case taxAmount = "tax_amount"
  /// ``ReportedTransaction/payerCountry``.
  case payerCountry = "payer_country"
  /// ``ReportedTransaction/settledAt``.
  case settledAt = "settled_at"
}

/// A field of a transaction that is not as the store wants it.
public struct TransactionProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which field.
  public var field: TransactionField
  /// What is wrong with it and what is wanted, without a full stop.
  public var reason: String

  /// Such as `currency: three capital letters are wanted, such as EUR`.
  public var description: String { "\(field.rawValue): \(reason)" }
}
