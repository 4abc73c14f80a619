import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideCore
import OnsideMerchant
import OnsideTesting

/// A report of transactions with every field that `openapi.yaml` defines for it.
package struct SandboxReport: Hashable, Sendable {
  /// The time at which the publisher created the report, in RFC 3339.
  package var createdAt: String
  /// The transactions, in the order of the report.
  package var transactions: [SandboxTransaction]

  /// Creates a report.
  package init(createdAt: String, transactions: [SandboxTransaction]) {
    self.createdAt = createdAt
    self.transactions = transactions
  }

  /// The transactions in a canonical JSON text. It does not depend on the white space or the order of members in the
  /// request.
  var content: String { JSONValue.array(transactions.map(\.json)).json }

  /// The SHA-256 that identifies the report, so that the same report is stored once.
  var digest: SHA256Hash { SHA256Hash(of: createdAt + "\n" + content) }
}

/// A transaction of a report.
package struct SandboxTransaction: Hashable, Sendable {
  package var id: String
  package var currency: String
  package var fullAmount: Int
  package var taxAmount: Int
  package var payerCountry: String
  package var settledAt: String

  /// Creates a transaction.
  package init(
    id: String, currency: String, fullAmount: Int, taxAmount: Int, payerCountry: String, settledAt: String
  ) {
    self.id = id
    self.currency = currency
    self.fullAmount = fullAmount
    self.taxAmount = taxAmount
    self.payerCountry = payerCountry
    self.settledAt = settledAt
  }

  /// Returns the reason why the transaction is not valid; nil if it is valid.
  ///
  /// - Parameter now: the latest valid time of settlement.
  func fault(at now: Date) -> String? {
    if id.isEmpty { return "id: empty" }
    if !Self.currencies.contains(currency) { return "currency: \(currency) is not in ISO 4217" }
    if fullAmount < 1 { return "full_amount: less than 1" }
    if taxAmount < 0 { return "tax_amount: less than 0" }
    if taxAmount > fullAmount { return "tax_amount: more than full_amount" }
    if !CountryCode.isAlpha3(payerCountry) { return "payer_country: \(payerCountry) is not in ISO 3166-1 alpha-3" }
    guard let date = RFC3339.date(settledAt) else { return "settled_at: not a time in the format of RFC 3339" }
    return date > now ? "settled_at: in the future" : nil
  }

  private static let currencies = Set(Locale.commonISOCurrencyCodes)
}

extension SandboxTransaction {
  fileprivate var json: JSONValue {
    [
      .string(id), .string(currency), .number(Double(fullAmount)), .number(Double(taxAmount)), .string(payerCountry),
      .string(settledAt),
    ]
  }

  /// Reads a transaction of ``SandboxReport/content``; nil if the JSON is anything else.
  init?(stored json: JSONValue) {
    guard let values = json.arrayValue, values.count == 6, let id = values[0].stringValue,
      let currency = values[1].stringValue, let full = values[2].numberValue.flatMap(Int.init(exactly:)),
      let tax = values[3].numberValue.flatMap(Int.init(exactly:)), let country = values[4].stringValue,
      let settled = values[5].stringValue
    else { return nil }
    self.init(
      id: id, currency: currency, fullAmount: full, taxAmount: tax, payerCountry: country, settledAt: settled)
  }
}

/// The state of a report.
package struct SandboxReportState: Hashable, Sendable {
  /// A transaction that is not valid.
  package struct Invalid: Hashable, Sendable {
    package var id: String
    package var reason: String
  }

  package var number: Int64
  package var createdAt: String
  /// The number of transactions in the report, including the ignored ones.
  package var count: Int
  package var acceptedAt: Date
  package var processingAt: Date?
  package var completedAt: Date?
  /// The ids of the transactions that count.
  package var valid: [String] = []
  package var invalid: [Invalid] = []

  /// The number of transactions that were ignored because their ids were counted before; nil until the report is
  /// completed.
  var duplicates: Int? { completedAt.map { _ in count - valid.count - invalid.count } }

  /// The state as the API sends it.
  var json: JSONValue {
    func time(_ date: Date?) -> JSONValue { date.map { .string(RFC3339.text($0)) } ?? .null }
    return [
      "report_id": .number(Double(number)), "accepted_at": time(acceptedAt), "processing_at": time(processingAt),
      "completed_at": time(completedAt),
      "transactions": [
        "valid": .array(valid.map(JSONValue.string)),
        "invalid": .array(invalid.map { ["id": .string($0.id), "reason": .string($0.reason)] }),
      ],
    ]
  }
}
