import CausewayJSON
import Foundation

/// A settled transaction of an app that takes payments outside OnsideKit, for a report to the store.
///
/// The fields and their formats are those of Onside's Transactions Reporting API. ``TransactionRules`` checks them.
public struct ReportedTransaction: Hashable, Sendable {
  /// The publisher's own identifier of the transaction. The store counts each identifier once.
  public let id: String
  /// The currency, three capital letters of ISO 4217, such as `EUR`.
  public let currency: String
  /// The amount paid, in the currency's smallest unit: 12.34 USD is 1234.
  public let fullAmount: Int64
  /// The tax within ``fullAmount``, in the same unit.
  public let taxAmount: Int64
  /// The payer's country, three capital letters of ISO 3166-1 alpha-3, such as `DEU`.
  public let payerCountry: String
  /// The time of the settlement, in the format of RFC 3339. The report contains the text unchanged.
  public let settledAt: String

  /// Creates a transaction from the API's field values.
  ///
  /// - Throws: ``TransactionProblem`` for the first field that breaks one of the ``TransactionRules``.
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

  /// Creates a transaction with a date, which the report shows in UTC, to the millisecond.
  ///
  /// - Throws: ``TransactionProblem`` for the first field that breaks one of the ``TransactionRules``.
  public init(
    id: String, currency: String, fullAmount: Int64, taxAmount: Int64, payerCountry: String, settledAt: Date
  ) throws(TransactionProblem) {
    try self.init(
      id: id, currency: currency, fullAmount: fullAmount, taxAmount: taxAmount, payerCountry: payerCountry,
      settledAt: RFC3339.text(settledAt))
  }

  /// The transaction in the API's schema `Transaction`.
  public var json: JSONValue {
    [
      "id": .string(id), "currency": .string(currency), "full_amount": .number(Double(fullAmount)),
      "tax_amount": .number(Double(taxAmount)), "payer_country": .string(payerCountry),
      "settled_at": .string(settledAt),
    ]
  }
}

/// A field of a transaction. The raw value is its name in the API.
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

/// A field of a transaction that breaks one of the ``TransactionRules``.
public struct TransactionProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The wrong field.
  public var field: TransactionField
  /// The problem and the expected value, without a period at the end.
  public var reason: String

  /// The field and the reason, such as `currency: it must be three capital letters of ISO 4217, such as EUR`.
  public var description: String { "\(field.rawValue): \(reason)" }
}
