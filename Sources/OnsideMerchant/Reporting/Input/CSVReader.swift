import Foundation

/// A strict reader for CSV as defined by RFC 4180, one record at a time.
///
/// Lines end with CR LF or LF. The reader skips a UTF-8 byte order mark at the start, because spreadsheets write one. A
/// quoted field may contain commas, line breaks and doubled quotes. Spaces are part of a field.
struct CSVReader {
  private let bytes: [UInt8]
  private var position: Int
  /// The number of the line at ``position``, from 1.
  private var line = 1
  /// The number of records read so far.
  private var records = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the next record; nil at the end.
  ///
  /// - Throws: ``CSVError``. Do not call the method again after an error.
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
        // Only CR LF is left, because `field` stops only at a comma, a line's end or the end of the file.
        endLine(2)
        return record
      }
    }
  }

  /// Reads a field, and sets ``position`` to the byte after the field.
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

  /// Whether an LF follows the CR at ``position``.
  private var isLineEnd: Bool { position + 1 < bytes.count && bytes[position + 1] == Self.lineFeed }

  private mutating func endLine(_ length: Int) {
    position += length
    line += 1
  }

  private func text(_ slice: ArraySlice<UInt8>, _ column: Int, _ line: Int) throws(CSVError) -> String {
    guard !slice.contains(0) else { throw error(.nul, column, line) }
    var text = String(decoding: slice, as: UTF8.self)
    // Decoding replaces invalid UTF-8 with U+FFFD, so different bytes mean that the input was not UTF-8.
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
  /// The number of the record, from 1, with the header counted: the row that a spreadsheet shows.
  var row: Int
  /// The number of the line at which the record begins, from 1. The line differs from ``row`` if an earlier field
  /// contains a line break.
  var line: Int
  var fields: [String]

  /// Whether the record is an empty line.
  var isBlank: Bool { fields == [""] }
}

/// An error in a CSV file, with its position.
struct CSVError: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case bareCarriageReturn, notUTF8, nul, openQuote, quoteInField, textAfterQuote
  }

  var reason: Reason
  /// The position, counted as in ``CSVRecord/row`` and ``CSVRecord/line``.
  var row: Int
  var line: Int
  /// The number of the field in its record, from 1.
  var column: Int
}

extension CSVError: CustomStringConvertible {
  /// The problem and the remedy.
  var description: String {
    switch reason {
    case .bareCarriageReturn:
      "a line ends with only a carriage return; save the file with the line endings of Windows (CR LF) or Unix (LF)"
    case .notUTF8: "the text is not UTF-8; save the file as \"CSV UTF-8\""
    case .nul: "the text has a NUL character; save the file as \"CSV UTF-8\""
    case .openQuote: "the quote that begins this field is never closed; add the closing quote"
    case .quoteInField: "a field without quotes contains a quote; write it as \"\", and put quotes around the field"
    case .textAfterQuote:
      "text follows a closing quote; write a quote inside a field as \"\", and end the field with a comma or a line break"
    }
  }
}
