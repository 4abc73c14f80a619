/// The path of a file in the target of a request.
struct FilePath: Hashable {
  /// The decoded names of the folders and the file, in order.
  let names: [String]
  /// Whether the path ends with a slash, and so names a folder.
  let isFolder: Bool

  /// Reads the path of a target, which may have a query.
  ///
  /// Each name is decoded once, as the URL Standard decodes it: a `%` without two digits after it stays. So a page finds
  /// the file `50%.html` under `50%.html` and under `50%25.html`.
  /// - Returns: nil for a path that can name no file: with `.`, `..`, an encoded slash, NUL, or bytes that are not UTF-8.
  init?(target: String) {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard path.first == UInt8(ascii: "/") else { return nil }
    var names: [String] = []
    for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let name = Self.decoded(segment), name != ".", name != ".." else { return nil }
      names.append(name)
    }
    isFolder = names.last == ""
    self.names = isFolder ? names.dropLast() : names
  }

  private static func decoded(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(\.hexadecimalDigit)
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    guard !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")) else { return nil }
    return String(utf8: bytes)
  }
}
