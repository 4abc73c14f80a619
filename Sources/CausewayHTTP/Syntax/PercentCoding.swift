/// The percent-encoding of URLs and forms (RFC 3986 section 2.1; the URL standard's form encoding).
package enum PercentCoding {
  /// Returns the decoded segments of a path; nil for a path that is refused.
  ///
  /// The path is split before its segments are decoded once, so that a percent-encoded slash stays within its segment.
  /// A path is refused if it contains a segment `.` or `..`, percent-encoded or not, NUL, bytes that are not UTF-8, or
  /// malformed percent-encoding.
  package static func segments(_ path: String) -> [String]? {
    guard path.first == "/" else { return nil }
    if path == "/" { return [] }
    var segments: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let segment = decoded(part, plusIsSpace: false), segment != ".", segment != ".." else { return nil }
      segments.append(segment)
    }
    return segments
  }

  /// Returns the names and values of a query or a form; nil if one cannot be decoded.
  package static func fields(_ text: String) -> [(name: String, value: String)]? {
    var fields: [(name: String, value: String)] = []
    // Split the bytes, because a separator with a combining mark after it is one `Character`.
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(Substring(pair[0]), plusIsSpace: true),
        let value = decoded(pair.count == 2 ? Substring(pair[1]) : "", plusIsSpace: true)
      else { return nil }
      fields.append((name, value))
    }
    return fields
  }

  /// Encodes a text as one segment of a path.
  package static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  /// Encodes a path and a query as the target of a request.
  static func target(path: [String], query: [(name: String, value: String)]) -> String {
    let path = path.isEmpty ? "/" : path.map { "/" + encoded($0) }.joined()
    guard !query.isEmpty else { return path }
    return path + "?" + query.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
  }

  private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(utf8: bytes)
  }
}
