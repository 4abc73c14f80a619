import CausewayJSON
import Foundation
import Testing

@testable import OnsideMerchant

/// Files of transactions from a publisher's finance department, with typical mistakes.
@Suite("Files of transactions") struct TransactionFileTests {
  private static let header = "id,currency,full_amount,tax_amount,payer_country,settled_at"
  private static let good = "A-1,EUR,1234,197,DEU,2026-11-30T18:05:00Z"

  private func mistakes(_ text: String, _ format: TransactionFile.Format = .csv) -> [String] {
    mistakes(Array(text.utf8), format)
  }

  private func mistakes(_ bytes: [UInt8], _ format: TransactionFile.Format = .csv) -> [String] {
    do throws(TransactionFileError) {
      _ = try TransactionFile(parsing: bytes, format: format)
      return []
    } catch {
      return error.lines
    }
  }

  private func file(_ text: String, _ format: TransactionFile.Format = .csv) throws -> TransactionFile {
    try TransactionFile(parsing: Array(text.utf8), format: format)
  }

  // MARK: CSV

  @Test("A file with a byte order mark, CR LF, quotes, another order and further columns is read")
  func spreadsheet() throws {
    let text =
      "\u{FEFF}settled_at,note,\"id\",currency,payer_country,tax_amount,full_amount\r\n"
      + "2026-11-30T18:05:00+01:00,\"two, with\r\na break\",\"A,1\",USD,USA,0,1\r\n"
      + "2026-11-30T18:05:00.5Z,,\"say \"\"B\"\"\",JPY,JPN,1,1\r\n\r\n"
    let file = try file(text)
    #expect(file.transactions.map(\.id) == ["A,1", "say \"B\""])
    #expect(file.transactions.map(\.fullAmount) == [1, 1] && file.transactions.map(\.taxAmount) == [0, 1])
    #expect(file.transactions[0].settledAt == "2026-11-30T18:05:00+01:00")
    #expect(file.ignoredColumns == ["note"])
    #expect((0..<2).map(file.place) == ["row 2", "row 3 (line 4)"])
  }

  @Test(
    "The error of a wrong header names the missing columns and the probably intended ones",
    arguments: [
      (
        "ID,currency,full_amount,tax_amount,payer_country,settled_at",
        ["row 1: the column id is missing; \"ID\" must be written id"]
      ),
      (
        "id,Currency,FullAmount,tax_amount,payer_country,settled_at",
        [
          "row 1: the column currency is missing; \"Currency\" must be written currency",
          "row 1: the column full_amount is missing; \"FullAmount\" must be written full_amount",
        ]
      ),
      ("id,currency,full_amount,tax_amount,payer_country", ["row 1: the column settled_at is missing"]),
      (
        "id,id,currency,full_amount,tax_amount,payer_country,settled_at",
        ["row 1, column 2: id appears twice; keep one"]
      ),
      (
        "id;currency;full_amount;tax_amount;payer_country;settled_at",
        ["row 1: the columns are separated by \";\"; save the file with commas. Row 1 must be \(header)"]
      ),
      (
        "id\tcurrency",
        ["row 1: the columns are separated by tabs; save the file with commas. Row 1 must be \(header)"]
      ),
      ("", ["the file is empty; row 1 must be \(header)"]),
    ])
  func wrongHeader(_ header: String, _ expected: [String]) {
    #expect(mistakes(header.isEmpty ? "" : header + "\n" + Self.good + "\n") == expected)
  }

  @Test("The error of a file without a header says what row 1 must contain")
  func noHeader() {
    #expect(mistakes(Self.good + "\n").last == "row 1 must be the header, such as \(Self.header)")
  }

  @Test("A file with only a header is refused")
  func headerAlone() {
    for text in [Self.header, Self.header + "\r\n\r\n"] {
      #expect(mistakes(text) == ["the file has no transactions; add at least one"])
    }
  }

  @Test(
    "A mistake names its row, its field, the given value and the expected value",
    arguments: [
      (
        "A,eur,1,0,DEU,2026-11-30T18:05:00Z",
        "currency: it must be three capital letters of ISO 4217, such as EUR; \"eur\" was given"
      ),
      (
        "A,EURO,1,0,DEU,2026-11-30T18:05:00Z",
        "currency: it must be three capital letters of ISO 4217, such as EUR; \"EURO\" was given"
      ),
      (
        "A,,1,0,DEU,2026-11-30T18:05:00Z",
        "currency: it must be three capital letters of ISO 4217, such as EUR; it is empty"
      ),
      (
        "A,EUR,12.34,0,DEU,2026-11-30T18:05:00Z",
        "full_amount: it must be a whole number in the currency's smallest unit, such as 1234 for 12.34 USD; \"12.34\" was given"
      ),
      (
        "A,EUR,\"1,234\",0,DEU,2026-11-30T18:05:00Z",
        "full_amount: it must be a whole number in the currency's smallest unit, such as 1234 for 12.34 USD; \"1,234\" was given"
      ),
      (
        "A,EUR,-5,0,DEU,2026-11-30T18:05:00Z",
        "full_amount: it must be an amount from 1 to 9007199254740991; \"-5\" was given"
      ),
      (
        "A,EUR,0,0,DEU,2026-11-30T18:05:00Z",
        "full_amount: it must be an amount from 1 to 9007199254740991; \"0\" was given"
      ),
      (
        "A,EUR,5,-1,DEU,2026-11-30T18:05:00Z",
        "tax_amount: it must be an amount from 0 to 9007199254740991; \"-1\" was given"
      ),
      ("A,EUR,5,6,DEU,2026-11-30T18:05:00Z", "tax_amount: the tax is more than the full_amount, 5"),
      (
        "A,EUR,5,,DEU,2026-11-30T18:05:00Z",
        "tax_amount: it must be a whole number in the currency's smallest unit, such as 1234 for 12.34 USD; it is empty"
      ),
      (
        "A,EUR,5,1,DE,2026-11-30T18:05:00Z",
        "payer_country: it must be three capital letters of ISO 3166-1 alpha-3, such as DEU; \"DE\" was given"
      ),
      (
        "A,EUR,5,1,DEU,30.11.2026",
        "settled_at: it must be a time with a zone in the form of RFC 3339, such as 2026-11-30T18:05:00Z; \"30.11.2026\" was given"
      ),
      (
        "A,EUR,5,1,DEU,2026-11-30T18:05:00",
        "settled_at: it must be a time with a zone in the form of RFC 3339, such as 2026-11-30T18:05:00Z; \"2026-11-30T18:05:00\" was given"
      ),
      (
        "A,EUR,5,1,DEU,2026-11-31T18:05:00Z",
        "settled_at: it must be a time with a zone in the form of RFC 3339, such as 2026-11-30T18:05:00Z; \"2026-11-31T18:05:00Z\" was given"
      ),
      (",EUR,5,1,DEU,2026-11-30T18:05:00Z", "id: the id is empty"),
      (" A,EUR,5,1,DEU,2026-11-30T18:05:00Z", "id: the id has white space before or after it"),
      ("\"A\nB\",EUR,5,1,DEU,2026-11-30T18:05:00Z", "id: the id contains a control character, such as a line break"),
    ])
  func row17(_ row: String, _ expected: String) {
    let rows = (2...16).map { "B-\($0),EUR,100,19,DEU,2026-11-30T18:05:00Z" }
    #expect(mistakes(([Self.header] + rows + [row]).joined(separator: "\n")) == ["row 17, \(expected)"])
  }

  @Test(
    "Numbers that only look like amounts are refused",
    arguments: ["+5", "05", "5e2", "5.0", " 5", "５", "9007199254740992", "99999999999999999999", "0x5", "-0"])
  func amounts(_ text: String) {
    #expect(mistakes("\(Self.header)\nA,EUR,\(text),0,DEU,2026-11-30T18:05:00Z\n").count == 1)
  }

  @Test("All mistakes of a file are reported at once, in the order of rows and fields")
  func several() {
    let text = "\(Self.header)\nA,eur,x,-1,DE,now\n\nA,EUR,1,0\n\(Self.good)\n\(Self.good)\n"
    let found = mistakes(text).map { String($0.prefix { $0 != ":" }) }
    #expect(
      found == [
        "row 2, currency", "row 2, full_amount", "row 2, tax_amount", "row 2, payer_country", "row 2, settled_at",
        "row 3", "row 4", "row 6, id",
      ])
  }

  @Test("The mistake of a repeated id names both rows; ids are compared byte by byte")
  func duplicates() throws {
    let text = "\(Self.header)\n\(Self.good)\nB,EUR,1,0,DEU,2026-11-30T18:05:00Z\n\(Self.good)\n"
    #expect(
      mistakes(text) == ["row 4, id: row 2 already has the id \"A-1\"; the store would count only one of the two"])
    let two = "\(Self.header)\n\u{E9},EUR,1,0,DEU,2026-11-30T18:05:00Z\ne\u{301},EUR,1,0,DEU,2026-11-30T18:05:00Z\n"
    #expect(try file(two).transactions.count == 2)
  }

  @Test("The mistake of a row with too few or too many columns has their number")
  func columns() {
    let text = "\(Self.header)\nA,EUR,1\nB,EUR,1,234,0,DEU,2026-11-30T18:05:00Z\n"
    #expect(
      mistakes(text) == [
        "row 2: 3 columns, but row 1 has 6; a field with a comma in it needs quotes around it",
        "row 3: 7 columns, but row 1 has 6; a field with a comma in it needs quotes around it",
      ])
  }

  @Test("An empty row between other rows is a mistake, because it may be a lost row")
  func blank() {
    #expect(
      mistakes("\(Self.header)\n\(Self.good)\n\nB,EUR,1,0,DEU,2026-11-30T18:05:00Z\n\n\n") == [
        "row 3: the row is empty; remove it"
      ])
  }

  @Test("The errors of files in other encodings and of broken CSV say what to do")
  func encodings() {
    #expect(mistakes([0xFF, 0xFE, 0x69, 0x00]) == ["the file is UTF-16; save it as \"CSV UTF-8\""])
    let latin = Array("\(Self.header)\nA-".utf8) + [0xE4] + Array(",EUR,1,0,DEU,2026-11-30T18:05:00Z\n".utf8)
    #expect(mistakes(latin) == ["row 2, column 1: the text is not UTF-8; save the file as \"CSV UTF-8\""])
    #expect(
      mistakes("\(Self.header)\n\"A,EUR,1,0,DEU,2026-11-30T18:05:00Z\n\(Self.good)\n") == [
        "row 2, column 1: the quote that begins this field is never closed; add the closing quote"
      ])
  }

  @Test("Of many mistakes, the first 50 are reported, with the number of the others")
  func many() {
    let rows = (0..<1000).map { "A\($0),eur,1,0,DEU,2026-11-30T18:05:00Z" }
    let lines = mistakes(([Self.header] + rows).joined(separator: "\n"))
    #expect(lines.count == 51 && lines.last == "and 950 further mistakes")
  }

  // MARK: JSON

  private static let element =
    #"{"id":"A","currency":"EUR","full_amount":5,"tax_amount":1,"payer_country":"DEU","settled_at":"2026-11-30T18:05:00Z"}"#

  @Test("JSON is an array of transactions, or the API's own body")
  func json() throws {
    for text in ["[\(Self.element)]", #"{"created_at":"2026-11-30T18:05:00Z","transactions":[\#(Self.element)]}"#] {
      let file = try file("\u{FEFF}" + text, .json)
      #expect(file.transactions.map(\.id) == ["A"] && file.place(of: 0) == "transactions[0]")
    }
  }

  @Test(
    "A mistake in JSON names its element and its member",
    arguments: [
      ("{", "the file is not JSON: "), ("7", "the file must be an array of transactions"),
      ("[]", "the file has no transactions; add at least one"),
      ("[7]", "transactions[0]: it must be an object"),
      ("[\(element),\(element)]", "transactions[1], id: transactions[0] already has the id \"A\""),
      (
        "[\(element.replacingOccurrences(of: ":5,", with: ":5.5,"))]",
        "transactions[0], full_amount: it must be a whole number in the currency's smallest unit"
      ),
      (
        "[\(element.replacingOccurrences(of: ":5,", with: ":\"5\","))]",
        "transactions[0], full_amount: it must be a number, not a string"
      ),
      (
        "[\(element.replacingOccurrences(of: ":5,", with: ":1e300,"))]",
        "transactions[0], full_amount: it must be a whole number"
      ),
      ("[\(element.replacingOccurrences(of: "\"A\"", with: "null"))]", "transactions[0], id: it must be a string"),
      (
        "[\(element.replacingOccurrences(of: "\"tax_amount\":1,", with: ""))]",
        "transactions[0], tax_amount: it is missing"
      ),
      (
        "[\(element.replacingOccurrences(of: "\"id\":\"A\"", with: "\"id\":\"A\",\"id\":\"B\""))]",
        "the file is not JSON: "
      ),
    ])
  func wrongJSON(_ text: String, _ expected: String) {
    let found = mistakes(text, .json)
    #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
  }
}
