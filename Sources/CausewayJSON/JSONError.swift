/// The error for a text that is not JSON, with its position.
public struct JSONError: Error, Hashable, Sendable {
  /// The kind of error.
  public let reason: Reason

  /// The position of the first wrong byte, in bytes of UTF-8 from the start of the text.
  public let offset: Int

  /// The line of the first wrong byte. The first line is 1; a line ends with LF, CR or CR LF.
  public let line: Int

  /// The column of the first wrong byte in its line, in Unicode scalars. The first column is 1.
  public let column: Int

  /// Creates an error from its parts.
  public init(reason: Reason, offset: Int, line: Int, column: Int) {
    self.reason = reason
    self.offset = offset
    self.line = line
    self.column = column
  }
}

extension JSONError: CustomStringConvertible {
  /// A message, such as "unexpected character 'x' at line 3, column 7: expected ',' or ']'".
  public var description: String {
    let place = "\(reason.summary) at line \(line), column \(column)"
    return reason.detail.map { "\(place): \($0)" } ?? place
  }
}

extension JSONError {
  /// Creates an error at an offset of a text. Computes the line and the column.
  init(_ reason: Reason, at offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    for byte in text.prefix(offset) {
      if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
        // The LF of a CR LF belongs to the line break that the CR began.
        if byte == UInt8(ascii: "\r") || previous != UInt8(ascii: "\r") { line += 1 }
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      previous = byte
    }
    self.init(reason: reason, offset: offset, line: line, column: column)
  }
}
