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
      expect((1...lines).contains(error.line) && (1...error.line).contains(error.row), "a place outside of the file")
      expect(error.column >= 1, "a column before the first")
      return nil
    }
  }

  private static func checkRecords(_ bytes: [UInt8]) {
    guard let records = records(bytes) else { return }
    expect(records.map(\.row) == Array(1..<(records.count + 1)), "a row was not counted")
    expect(zip(records, records.dropFirst()).allSatisfy { $0.line < $1.line }, "lines go back")
    let written = records.map { line($0.fields) }.joined()
    expect(
      self.records(Array(written.utf8))?.map(\.fields) == records.map(\.fields), "written again, it reads different")
  }

  private static func line(_ fields: [String]) -> String {
    fields.map { field in
      // Split by Unicode scalars, because a quotation mark and a combining mark after it are one character.
      let parts = field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      return "\"" + parts.joined(separator: "\"\"") + "\""
    }.joined(separator: ",") + "\r\n"
  }

  private static func check(_ error: TransactionFileError) {
    expect(!error.mistakes.isEmpty && error.count >= error.mistakes.count, "an error without a mistake")
    expect(error.mistakes.count <= TransactionFileError.maximumMistakes, "too many mistakes")
    let beginnings = ["row ", "transactions[", "the file is ", "there is no transaction", "an array of transactions"]
    for mistake in error.mistakes {
      expect(beginnings.contains { mistake.hasPrefix($0) }, "a mistake without a place")
      expect(mistake.unicodeScalars.count < 5_000, "a long mistake")
    }
  }

  private static func check(_ file: TransactionFile) {
    let all = file.transactions
    expect(!all.isEmpty, "a file without a transaction")
    expect(Set(all.map { Array($0.id.utf8) }).count == all.count, "an id came twice")
    for index in all.indices { expect(!file.place(of: index).isEmpty, "a transaction without a place") }
    var text = line(TransactionField.allCases.map(\.rawValue))
    for transaction in all {
      text += line([
        transaction.id, transaction.currency, "\(transaction.fullAmount)", "\(transaction.taxAmount)",
        transaction.payerCountry, transaction.settledAt,
      ])
    }
    expect(
      try TransactionFile(parsing: Array(text.utf8), format: .csv).transactions == all, "as CSV, it reads different")
    let json = JSONValue.array(all.map(\.json)).jsonBytes
    expect(try TransactionFile(parsing: json, format: .json).transactions == all, "as JSON, it reads different")
    check(all)
  }

  private static func check(_ all: [ReportedTransaction]) {
    let limit = 400 + (all.map { $0.json.jsonBytes.count }.max() ?? 0)
    guard let reports = try? TransactionReport.split(all, createdAt: .distantPast, maximumBytes: limit) else {
      fatalError("a transaction that fits was not sent")
    }
    expect(reports.flatMap(\.transactions) == all, "a transaction was lost, doubled or moved")
    for report in reports {
      let body = report.body
      expect(body.count <= limit && !report.transactions.isEmpty, "a report that is too long or empty")
      expect(
        try JSONValue(parsing: body)["transactions"]?.arrayValue?.count == report.transactions.count, "a wrong body")
    }
  }
}
