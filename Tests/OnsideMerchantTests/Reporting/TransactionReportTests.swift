import CausewayJSON
import Foundation
import Testing

@testable import OnsideMerchant

/// The body of a report, and how transactions are split into reports.
@Suite("Reports of transactions") struct TransactionReportTests {
  private let now = Date(timeIntervalSince1970: 1_795_281_900)

  private func transactions(_ count: Int, idLength: Int = 10) throws -> [ReportedTransaction] {
    try (0..<count).map { number in
      let id = "\(number)" + String(repeating: "x", count: max(0, idLength - "\(number)".count))
      return try ReportedTransaction(
        id: id, currency: "EUR", fullAmount: 1234, taxAmount: 197, payerCountry: "DEU", settledAt: now)
    }
  }

  @Test("The body has created_at and transactions, each with all fields of the schema")
  func body() throws {
    let report = TransactionReport(createdAt: now, transactions: try transactions(2, idLength: 1))
    let transaction: (String) -> JSONValue = { id in
      [
        "id": .string(id), "currency": "EUR", "full_amount": 1234, "tax_amount": 197, "payer_country": "DEU",
        "settled_at": "2026-11-21T17:25:00Z",
      ]
    }
    #expect(
      try JSONValue(parsing: report.body) == [
        "created_at": "2026-11-21T17:25:00Z", "transactions": [transaction("0"), transaction("1")],
      ])
    #expect(try JSONValue(parsing: TransactionReport(createdAt: now, transactions: []).body)["transactions"] == [])
  }

  @Test("Amounts are integers in the currency's smallest unit, exactly, up to 2^53 - 1")
  func amounts() throws {
    let transaction = try ReportedTransaction(
      id: "A", currency: "EUR", fullAmount: TransactionRules.maximumAmount, taxAmount: 0, payerCountry: "DEU",
      settledAt: "2026-11-21T17:25:00Z")
    #expect(transaction.json.json.contains("\"full_amount\":9007199254740991,\"tax_amount\":0,"))
    #expect(throws: TransactionProblem.self) {
      try ReportedTransaction(
        id: "A", currency: "EUR", fullAmount: TransactionRules.maximumAmount + 1, taxAmount: 0, payerCountry: "DEU",
        settledAt: "2026-11-21T17:25:00Z")
    }
  }

  @Test("A report has as many transactions as fit in 5 MB; none is lost, repeated or moved")
  func split() throws {
    #expect(TransactionReport.maximumBytes == 5_000_000)
    for count in [0, 1, 2, 9, 10, 11, 57] {
      let all = try transactions(count, idLength: 20)
      for limit in [300, 301, 450, 1000, 5000] {
        let reports = try TransactionReport.split(all, createdAt: now, maximumBytes: limit)
        #expect(reports.flatMap(\.transactions) == all)
        #expect(reports.allSatisfy { $0.body.count <= limit && !$0.transactions.isEmpty })
        for (one, next) in zip(reports, reports.dropFirst()) {
          let more = TransactionReport(createdAt: now, transactions: one.transactions + next.transactions.prefix(1))
          #expect(more.body.count > limit)
        }
      }
    }
  }

  @Test("The error of a transaction that does not fit in a report names it")
  func tooLong() throws {
    var all = try transactions(3)
    all.append(contentsOf: try transactions(1, idLength: 1000))
    #expect(throws: TransactionTooLong(index: 3)) {
      try TransactionReport.split(all, createdAt: now, maximumBytes: 500)
    }
  }
}
