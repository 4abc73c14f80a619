import Foundation
import SeededGenerator
import Testing

@testable import OnsideMerchant

/// CSV as RFC 4180 defines it, and common deviations from it.
@Suite("The CSV reader") struct CSVReaderTests {
  private func records(_ bytes: [UInt8]) throws(CSVError) -> [[String]] {
    var reader = CSVReader(bytes)
    var records: [[String]] = []
    while let record = try reader.next() { records.append(record.fields) }
    return records
  }

  private func records(_ text: String) throws(CSVError) -> [[String]] { try records(Array(text.utf8)) }

  private func error(_ bytes: [UInt8]) -> CSVError? {
    do throws(CSVError) {
      _ = try records(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("Records end with CR LF or LF; the last one may end with the file")
  func lineEnds() throws {
    for text in ["a,b\r\nc,d\r\n", "a,b\nc,d\n", "a,b\r\nc,d", "a,b\nc,d"] {
      #expect(try records(text) == [["a", "b"], ["c", "d"]], "\(text.debugDescription)")
    }
    #expect(try records("") == [])
  }

  @Test("A UTF-8 byte order mark is not part of the first field")
  func byteOrderMark() throws {
    #expect(try records([0xEF, 0xBB, 0xBF] + Array("id,x\n".utf8)) == [["id", "x"]])
    #expect(try records([0xEF, 0xBB, 0xBF] + Array("\"id\",x\n".utf8)) == [["id", "x"]])
    #expect(try records([0xEF, 0xBB, 0xBF]) == [])
  }

  @Test("Quoted fields may contain commas, line breaks and doubled quotes")
  func quotes() throws {
    #expect(
      try records("\"a,b\",\"c\r\nd\ne\",\"f\"\"g\"\"\"\r\n\"\",h\r\n") == [
        ["a,b", "c\r\nd\ne", "f\"g\""], ["", "h"],
      ])
    #expect(try records("\"a\"") == [["a"]])
  }

  @Test("Spaces belong to a field")
  func spaces() throws {
    #expect(try records(" a , b\n") == [[" a ", " b"]])
    #expect(error(Array(" \"a\"\n".utf8))?.reason == .quoteInField)
  }

  @Test("Empty fields and empty lines are records of empty texts")
  func empty() throws {
    #expect(try records(",\n\n,,\n") == [["", ""], [""], ["", "", ""]])
    #expect(try records("a,") == [["a", ""]])
  }

  @Test("Rows are counted as in a spreadsheet, and lines as in an editor")
  func positions() throws {
    var reader = CSVReader(Array("a,\"b\nb\nb\"\nc,d\r\ne".utf8))
    var positions: [[Int]] = []
    while let record = try reader.next() { positions.append([record.row, record.line]) }
    #expect(positions == [[1, 1], [2, 4], [3, 5]])
  }

  @Test(
    "A text that only resembles CSV is refused, with the row, line and column",
    arguments: [
      ("a,b\nc,d\"e\n", CSVError(reason: .quoteInField, row: 2, line: 2, column: 2)),
      ("a,\"b\" c\n", CSVError(reason: .textAfterQuote, row: 1, line: 1, column: 2)),
      ("a,\"b\n\"\nc,\"d\ne", CSVError(reason: .openQuote, row: 2, line: 3, column: 2)),
      ("\"", CSVError(reason: .openQuote, row: 1, line: 1, column: 1)),
      ("a\rb\r", CSVError(reason: .bareCarriageReturn, row: 1, line: 1, column: 1)),
      ("\"a\"\rb", CSVError(reason: .bareCarriageReturn, row: 1, line: 1, column: 1)),
      ("a,b\n\0,c\n", CSVError(reason: .nul, row: 2, line: 2, column: 1)),
    ])
  func refused(_ text: String, _ expected: CSVError) {
    #expect(error(Array(text.utf8)) == expected)
  }

  @Test("Bytes that are not UTF-8 are refused", arguments: [[0xE4], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3]])
  func notUTF8(_ bytes: [UInt8]) {
    #expect(error(Array("a,".utf8) + bytes + Array("\n".utf8))?.reason == .notUTF8)
    #expect(error(Array("a,\"".utf8) + bytes + Array("\"\n".utf8))?.reason == .notUTF8)
  }

  @Test("Any fields, written and read again, are the same")
  func roundTrip() throws {
    var generator = SeededGenerator()
    let letters: [Character] = ["a", ",", "\"", "\n", "\r\n", "é", "\u{1F600}", " ", "\t", "\r"]
    for _ in 0..<2000 {
      let written = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in
          String((0..<Int.random(in: 0...6, using: &generator)).map { _ in letters.randomElement(using: &generator)! })
        }
      }
      let end = Bool.random(using: &generator) ? "\r\n" : "\n"
      let text = written.map { record in
        record.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }.joined(separator: ",") + end
      }.joined()
      #expect(try records(text) == written, "seed \(generator.seed)")
    }
  }
}
