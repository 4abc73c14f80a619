import CausewayTransport
import Foundation

/// A parser of the head of an answer, from the lines that libcurl passes on.
struct AnswerHeadReader {
  private var reason = ""
  private var fields: [HTTPField] = []
  /// The status; 0 before the first line.
  private(set) var status = 0
  /// The number of bytes of the head so far, with those of interim answers, of which a server could send any number.
  private(set) var byteCount = 0
  /// Whether the empty line at the end of the head was read.
  private var hasEnded = false

  /// Reads a line with its line end.
  mutating func read(_ line: UnsafeRawBufferPointer) {
    let count = byteCount + line.count
    if status == 0 || hasEnded {
      // The first line of a head. The previous head belonged to an interim answer.
      self = AnswerHeadReader(statusLine: line)
    } else if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) {
      hasEnded = true
    } else if let first = line.first, Self.isSpace(first) {
      // The value continues on a second line (RFC 9112 section 5.2).
      if !fields.isEmpty { fields[fields.count - 1].bytes += [0x20] + Self.trimmed(line[...]) }
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      // White space before the colon is removed (RFC 9112 section 5.1).
      let name = String(decoding: Self.trimmed(line[..<colon]), as: UTF8.self)
      fields.append(HTTPField(name: name, bytes: Self.trimmed(line[(colon + 1)...])))
    }
    byteCount = count
  }

  init() {}

  private init(statusLine line: UnsafeRawBufferPointer) {
    let words = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
      .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    reason = words.count > 2 ? String(words[2]) : ""
  }

  /// Whether the head is complete and not that of an interim answer (1xx).
  var isComplete: Bool { hasEnded && !isInterim }

  private var isInterim: Bool { (100..<200).contains(status) }

  func answer(body: Data) -> HTTPAnswer { HTTPAnswer(status: status, reason: reason, fields: fields, body: body) }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D, 0x0A].contains(byte) }

  /// Returns the bytes without white space at both ends.
  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    let text = bytes.drop(while: isSpace)
    guard let last = text.lastIndex(where: { !isSpace($0) }) else { return [] }
    return Array(text[...last])
  }
}
