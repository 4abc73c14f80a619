import Foundation

/// A server's answer, with any status.
package struct HTTPAnswer: Sendable {
  package let status: Int
  package let body: Data
  /// The lines of the head as received, each with its line end.
  private let head: [UInt8]

  init(status: Int, head: [UInt8], body: Data) {
    self.status = status
    self.head = head
    self.body = body
  }

  /// Returns the value of a header field; nil if there is none. The letter case of the name does not matter. Several
  /// fields with the same name are joined into a list, with commas.
  package func field(_ name: String) -> String? {
    var value: String?
    var rest = head[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon - line.startIndex == name.utf8.count,
        line[..<colon].elementsEqual(name.utf8, by: { $0.lowercased == $1.lowercased })
      else { continue }
      let text = String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self)
      value = value.map { "\($0), \(text)" } ?? text
    }
    return value
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}

extension ArraySlice<UInt8> {
  /// The bytes without white space at both ends.
  fileprivate var trimmed: Self {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let text = drop(while: isSpace)
    guard let last = text.lastIndex(where: { !isSpace($0) }) else { return [] }
    return text[...last]
  }
}
