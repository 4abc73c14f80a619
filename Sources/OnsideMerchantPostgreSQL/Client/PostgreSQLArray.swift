import Foundation

/// Returns an array in PostgreSQL's text format (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
func postgreSQLArray(_ elements: some Sequence<String?>) -> String {
  var text = "{"
  for element in elements {
    if text.utf8.count > 1 { text += "," }
    guard let element else {
      text += "NULL"
      continue
    }
    text += "\""
    if element.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      for character in element.unicodeScalars {
        if character == "\"" || character == "\\" { text += "\\" }
        text.unicodeScalars.append(character)
      }
    } else {
      text += element
    }
    text += "\""
  }
  return text + "}"
}

/// Returns an array without null in PostgreSQL's text format.
func postgreSQLArray(_ elements: some Sequence<String>) -> String {
  postgreSQLArray(elements.lazy.map(Optional.some))
}

/// Returns a `bytea` in its hexadecimal format.
func postgreSQLBytes(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return "\\x" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// Parses a `bytea` in its hexadecimal format; nil for any other text.
func bytes(ofPostgreSQL text: String) -> [UInt8]? {
  let digits = Array(text.utf8)
  guard digits.starts(with: Array("\\x".utf8)), digits.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  for place in stride(from: 2, to: digits.count, by: 2) {
    guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else { return nil }
    bytes.append(byte)
  }
  return bytes
}
