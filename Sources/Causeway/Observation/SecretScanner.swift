import CausewayJSON

/// A scanner that finds secrets in a text, which need not be JSON: the word after `Bearer` or `Basic`, JSON Web Tokens,
/// and the value after a secret name, as in `access_token=…`, `Authorization: …` or `"token":"…"`.
struct SecretScanner {
  private let text: String
  private let bytes: [UInt8]
  private let isSecret: (ArraySlice<UInt8>) -> Bool
  private let kinds = ByteKind.ofBytes
  private var place = 0
  /// The result up to the last secret. Most texts have none, so the bytes between secrets are copied together.
  private var result: [UInt8] = []
  /// The end of the last secret.
  private var copied = 0

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
    guard copied > 0 else { return text }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
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
    // Compare the first byte first, because few words begin with it.
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

  /// Returns the place of the first byte from `start` that is of none of these kinds.
  private func end(of kind: UInt8, from start: Int) -> Int {
    var place = start
    while place < bytes.count, kinds[Int(bytes[place])] & kind != 0 { place += 1 }
    return place
  }

  private mutating func replace(to end: Int) {
    guard end > place else { return }
    result += bytes[copied..<place]
    result += Redactor.mark.utf8
    (place, copied) = (end, end)
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
