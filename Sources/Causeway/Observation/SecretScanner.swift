import CausewayJSON

/// A scanner that finds secrets in a text, which need not be JSON: the word after `Bearer` or `Basic`, JSON Web Tokens,
/// and the value after a secret name, as in `access_token=…`, `Authorization: …` or `"token":"…"`.
struct SecretScanner {
  private let text: String
  private let bytes: [UInt8]
  private let isSecret: (ArraySlice<UInt8>) -> Bool
  /// The table of the kinds of bytes. A static property would be checked for its initialization with each byte.
  private let kinds = ByteKind.ofBytes
  private var place = 0
  /// The redacted text up to `copiedEnd`. The bytes between two secrets are appended together, and a text without secrets is
  /// not copied, because most texts have none.
  private var result: [UInt8] = []
  /// The offset after the last secret; 0 if none was found.
  private var copiedEnd = 0

  /// - Parameter isSecret: Returns whether the value after a word is secret. A word is ASCII: letters, digits, `-` and
  ///   `_`.
  init(_ text: String, isSecret: @escaping (ArraySlice<UInt8>) -> Bool) {
    self.text = text
    bytes = Array(text.utf8)
    self.isSecret = isSecret
  }

  /// Returns the text with each secret replaced by ``Redactor/mark``.
  mutating func redacted() -> String {
    while place < bytes.count {
      guard kinds[Int(bytes[place])] & ByteKind.word != 0 else {
        place += 1
        continue
      }
      let word = place..<end(of: ByteKind.word, from: place)
      if let token = webToken(from: word.lowerBound) {
        replace(to: token)
      } else {
        place = word.upperBound
        redactBehind(bytes[word])
      }
    }
    guard copiedEnd > 0 else { return text }
    return String(decoding: result + bytes[copiedEnd...], as: UTF8.self)
  }

  /// Replaces the value after a word, if the word indicates that the value is secret.
  private mutating func redactBehind(_ word: ArraySlice<UInt8>) {
    if Self.isScheme(word) {
      let start = end(of: ByteKind.whiteSpace, from: place)
      guard start > place else { return }
      place = start
      replace(to: end(of: ByteKind.value, from: start))
    } else if isSecret(word) {
      var start = end(of: ByteKind.quote | ByteKind.whiteSpace, from: place)
      guard start < bytes.count, bytes[start] == UInt8(ascii: "=") || bytes[start] == UInt8(ascii: ":") else { return }
      start = end(of: ByteKind.quote | ByteKind.whiteSpace, from: start + 1)
      let scheme = bytes[start..<end(of: ByteKind.word, from: start)]
      place = start
      if Self.isScheme(scheme) {
        place = scheme.endIndex
        redactBehind(scheme)
      } else {
        replace(to: end(of: ByteKind.value, from: start))
      }
    }
  }

  /// Returns whether a word is the name of a scheme that credentials follow.
  private static func isScheme(_ word: ArraySlice<UInt8>) -> Bool {
    // Compare the lengths first, because most words have another length and `lowercased()` is slow.
    (5...6).contains(word.count) && ["bearer", "basic"].contains(String(decoding: word, as: UTF8.self).lowercased())
  }

  /// Returns the end of the JSON Web Token that begins at `start`; nil if none begins there. A token has three
  /// base64url parts, and the first part encodes an object.
  private func webToken(from start: Int) -> Int? {
    // Compare the first byte separately, because few words begin with `e` and `starts(with:)` is slow.
    guard bytes[start] == UInt8(ascii: "e"), bytes[start...].starts(with: "eyJ".utf8) else { return nil }
    var place = start
    for part in 0..<3 {
      let end = end(of: ByteKind.word, from: place)
      if part == 2 { return end }
      guard end - place > 3 || part > 0, end < bytes.count, bytes[end] == UInt8(ascii: ".") else { return nil }
      place = end + 1
    }
    return nil
  }

  /// Returns the offset of the first byte, from `start`, that has none of the kinds; the number of bytes if there is none.
  private func end(of kinds: UInt8, from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, self.kinds[Int(bytes[offset])] & kinds != 0 { offset += 1 }
    return offset
  }

  private mutating func replace(to end: Int) {
    guard end > place else { return }
    result += bytes[copiedEnd..<place]
    result += Redactor.mark.utf8
    (place, copiedEnd) = (end, end)
  }
}

/// The kinds of bytes that the scanner distinguishes, as bits. They are looked up, because every byte of every observed
/// message is scanned.
private enum ByteKind {
  /// A byte of a name or of base64url.
  static let word: UInt8 = 1
  static let whiteSpace: UInt8 = 2
  static let quote: UInt8 = 4
  /// A byte that does not end a value.
  static let value: UInt8 = 8

  /// The kinds of each byte.
  static let ofBytes: [UInt8] = (0...UInt8.max).map { byte in
    let isWord = byte.isASCIIAlphanumeric || "-_".utf8.contains(byte)
    let isWhiteSpace = byte <= 0x20
    let isQuote = "\"'\\".utf8.contains(byte)
    let isValue = !isWhiteSpace && !isQuote && !",;&)}]".utf8.contains(byte)
    return (isWord ? word : 0) | (isWhiteSpace ? whiteSpace : 0) | (isQuote ? quote : 0) | (isValue ? value : 0)
  }
}
