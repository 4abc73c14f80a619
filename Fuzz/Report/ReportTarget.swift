import CausewayJSON
import Foundation
import FuzzSupport

@testable import OnsideMerchant

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, ReportTarget.check)
}

/// The fuzzing target of transaction files in CSV and JSON. It checks that transactions, written and read again, are
/// the same, that errors name the position of each mistake, and that reports contain each transaction exactly once.
@MainActor enum ReportTarget {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(bytes)
    checkRecords(bytes)
    for format in TransactionFile.Format.allCases {
      do throws(TransactionFileError) {
        check(try TransactionFile(parsing: bytes, format: format))
      } catch {
        check(error)
      }
    }
  }

  private static func records(_ bytes: [UInt8]) -> [CSVRecord]? {
    var reader = CSVReader(bytes)
    var records: [CSVRecord] = []
    do throws(CSVError) {
      while let record = try reader.next() { records.append(record) }
      return records
    } catch {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
      expect(
        (1...lines).contains(error.line) && (1...error.line).contains(error.row),
        "the position of the error is outside the file")
      expect(error.column >= 1, "the error has a column before the first")
      return nil
    }
  }

  private static func checkRecords(_ bytes: [UInt8]) {
    guard let records = records(bytes) else { return }
    expect(records.map(\.row) == Array(1..<(records.count + 1)), "the rows are not numbered in order")
    expect(zip(records, records.dropFirst()).allSatisfy { $0.line < $1.line }, "the line numbers do not increase")
    let written = records.map { line($0.fields) }.joined()
    expect(
      self.records(Array(written.utf8))?.map(\.fields) == records.map(\.fields),
      "the records, written and read again, differ")
  }

  private static func line(_ fields: [String]) -> String {
    fields.map { field in
      // Split by Unicode scalars, because a quotation mark and a combining mark after it are one character.
      let parts = field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      return "\"" + parts.joined(separator: "\"\"") + "\""
    }.joined(separator: ",") + "\r\n"
  }

  private static func check(_ error: TransactionFileError) {
    expect(!error.mistakes.isEmpty && error.count >= error.mistakes.count, "the error lists no mistake")
    expect(error.mistakes.count <= TransactionFileError.maximumMistakes, "the error lists too many mistakes")
    let beginnings = ["row ", "transactions[", "the file is ", "the file must be ", "the file has no transactions"]
    for mistake in error.mistakes {
      expect(beginnings.contains { mistake.hasPrefix($0) }, "a mistake does not name its position")
      expect(mistake.unicodeScalars.count < 5_000, "a mistake is too long")
    }
  }

  private static func check(_ file: TransactionFile) {
    let all = file.transactions
    expect(!all.isEmpty, "a file without transactions was accepted")
    expect(Set(all.map { Array($0.id.utf8) }).count == all.count, "two transactions have the same id")
    for index in all.indices { expect(!file.place(of: index).isEmpty, "a transaction has no position") }
    var text = line(TransactionField.allCases.map(\.rawValue))
    for transaction in all {
      text += line([
        transaction.id, transaction.currency, "\(transaction.fullAmount)", "\(transaction.taxAmount)",
        transaction.payerCountry, transaction.settledAt,
      ])
    }
    expect(
      try TransactionFile(parsing: Array(text.utf8), format: .csv).transactions == all,
      "written as CSV, the transactions differ")
    let json = JSONValue.array(all.map(\.json)).jsonBytes
    expect(
      try TransactionFile(parsing: json, format: .json).transactions == all, "written as JSON, the transactions differ")
    check(all)
  }

  private static func check(_ all: [ReportedTransaction]) {
    let limit = 400 + (all.map { $0.json.jsonBytes.count }.max() ?? 0)
    guard let reports = try? TransactionReport.split(all, createdAt: .distantPast, maximumBytes: limit) else {
      fatalError("transactions that fit were not split")
    }
    expect(reports.flatMap(\.transactions) == all, "the reports do not contain each transaction once, in order")
    for report in reports {
      let body = report.body
      expect(body.count <= limit && !report.transactions.isEmpty, "a report is too long or empty")
      expect(
        try JSONValue(parsing: body)["transactions"]?.arrayValue?.count == report.transactions.count,
        "a report's body has another count")
    }
  }
}
