import Foundation

/// Reads CSV as RFC 4180 writes it, record by record, and nothing that only resembles it.
///
/// Lines end with CR LF or LF. A byte order mark of UTF-8 before the first field is skipped, because spreadsheets write
/// one. A field in quotes may hold commas, line breaks, and quotes that are written twice. Spaces belong to fields.
struct CSVReader {
  private let bytes: [UInt8]
  private var position: Int
  /// The line of ``position``, from 1 on.
  private var line = 1
  /// How many records were read.
  private var records = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next record; nil at the end.
  ///
  /// - Throws: ``CSVError``. After it, nothing more is read.
  mutating func next() throws(CSVError) -> CSVRecord? {
    guard position < bytes.count else { return nil }
    records += 1
    var record = CSVRecord(row: records, line: line, fields: [])
    while true {
      record.fields.append(try field(record.fields.count + 1))
      guard position < bytes.count else { return record }
      switch bytes[position] {
      case Self.comma: position += 1
      case Self.lineFeed:
        endLine(1)
        return record
      default:
        // `field` ends at a comma, a line's end or the end.
        endLine(2)
        return record
      }
    }
  }

  /// A field; leaves ``position`` at what ends it.
  private mutating func field(_ column: Int) throws(CSVError) -> String {
    guard position < bytes.count, bytes[position] == Self.quote else { return try plainField(column) }
    let start = line
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Self.quote {
        position += 1
        guard position < bytes.count else { return try self.text(text[...], column, start) }
        switch bytes[position] {
        case Self.quote: text.append(Self.quote)
        case Self.comma, Self.lineFeed: return try self.text(text[...], column, start)
        case Self.carriageReturn:
          guard isLineEnd else { throw error(.bareCarriageReturn, column, line) }
          return try self.text(text[...], column, start)
        default: throw error(.textAfterQuote, column, line)
        }
      } else {
        if byte == Self.lineFeed { line += 1 }
        text.append(byte)
      }
      position += 1
    }
    throw error(.openQuote, column, start)
  }

  private mutating func plainField(_ column: Int) throws(CSVError) -> String {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case Self.comma, Self.lineFeed: return try text(bytes[start..<position], column, line)
      case Self.carriageReturn:
        guard isLineEnd else { throw error(.bareCarriageReturn, column, line) }
        return try text(bytes[start..<position], column, line)
      case Self.quote: throw error(.quoteInField, column, line)
      default: position += 1
      }
    }
    return try text(bytes[start..<position], column, line)
  }

  /// Whether CR LF is next.
  private var isLineEnd: Bool { position + 1 < bytes.count && bytes[position + 1] == Self.lineFeed }

  private mutating func endLine(_ length: Int) {
    position += length
    line += 1
  }

  private func text(_ slice: ArraySlice<UInt8>, _ column: Int, _ line: Int) throws(CSVError) -> String {
    guard !slice.contains(0) else { throw error(.nul, column, line) }
    var text = String(decoding: slice, as: UTF8.self)
    // Decoding puts U+FFFD for what is not UTF-8: then the bytes are others.
    let isSame = text.withUTF8 { text in
      slice.withUnsafeBytes { bytes in
        guard let one = bytes.baseAddress, let other = text.baseAddress else { return bytes.count == text.count }
        return bytes.count == text.count && memcmp(one, other, text.count) == 0
      }
    }
    guard isSame else { throw error(.notUTF8, column, line) }
    return text
  }

  private func error(_ reason: CSVError.Reason, _ column: Int, _ line: Int) -> CSVError {
    CSVError(reason: reason, row: records, line: line, column: column)
  }

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}

/// A record of a CSV file.
struct CSVRecord: Hashable, Sendable {
  /// Its number from 1 on, the header's included: the row that a spreadsheet shows.
  var row: Int
  /// The line at which it begins, from 1 on. It is another than the row once a field had a line break.
  var line: Int
  var fields: [String]

  /// Whether it is an empty line.
  var isBlank: Bool { fields == [""] }
}

/// Why a file is not CSV, and where.
struct CSVError: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case bareCarriageReturn, notUTF8, nul, openQuote, quoteInField, textAfterQuote
  }

  var reason: Reason
  /// As ``CSVRecord/row`` and ``CSVRecord/line`` count.
  var row: Int
  var line: Int
  /// The field in its record, from 1 on.
  var column: Int
}

extension CSVError: CustomStringConvertible {
  /// What is wrong and what to do.
  var description: String {
    switch reason {
    case .bareCarriageReturn:
      "a line ends with a carriage return alone; save the file with line ends of Windows (CR LF) or Unix (LF)"
    case .notUTF8: "the text is not UTF-8; save the file as \"CSV UTF-8\""
    case .nul: "the text has a zero byte; save the file as \"CSV UTF-8\""
    case .openQuote: "the quote that begins this field is never closed"
    case .quoteInField: "a quote stands inside a field without quotes; write \"\" for it, and quotes around the field"
    case .textAfterQuote: "text follows a closing quote; a comma or the end of the line must"
    }
  }
}
