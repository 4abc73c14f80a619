import CausewayJSON

/// A scanner that finds secrets in a text, which need not be JSON: the word after `Bearer` or `Basic`, JSON Web Tokens,
/// and the value after a secret name, as in `access_token=…`, `Authorization: …` or `"token":"…"`.
struct SecretScanner {
  private let bytes: [UInt8]
  private let isSecret: (String) -> Bool
  private var place = 0
  private var result: [UInt8] = []

  init(_ text: String, isSecret: @escaping (String) -> Bool) {
    bytes = Array(text.utf8)
    self.isSecret = isSecret
  }

  /// Returns the text with each secret replaced by ``Redactor/mark``.
  mutating func redacted() -> String {
    while place < bytes.count {
      guard bytes[place].isWordByte else {
        copy(to: place + 1)
        continue
      }
      let word = place..<end(of: \.isWordByte, from: place)
      if let token = webToken(from: word.lowerBound) {
        replace(to: token)
      } else {
        copy(to: word.upperBound)
        redactBehind(String(decoding: bytes[word], as: UTF8.self))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Replaces the value after a word, if the word indicates that the value is secret.
  private mutating func redactBehind(_ word: String) {
    if Self.isScheme(word) {
      let start = end(of: \.isWhiteSpace, from: place)
      guard start > place else { return }
      copy(to: start)
      replace(to: end(of: \.isValueByte, from: start))
    } else if isSecret(word) {
      var start = end(of: { $0.isQuote || $0.isWhiteSpace }, from: place)
      guard start < bytes.count, bytes[start] == UInt8(ascii: "=") || bytes[start] == UInt8(ascii: ":") else { return }
      start = end(of: { $0.isQuote || $0.isWhiteSpace }, from: start + 1)
      let scheme = end(of: \.isWordByte, from: start)
      copy(to: start)
      if Self.isScheme(String(decoding: bytes[start..<scheme], as: UTF8.self)) {
        copy(to: scheme)
        redactBehind("bearer")
      } else {
        replace(to: end(of: \.isValueByte, from: start))
      }
    }
  }

  /// Returns whether a word is the name of a scheme that credentials follow.
  private static func isScheme(_ word: String) -> Bool {
    // Compare the lengths first, because most words have another length and `lowercased()` is slow.
    (5...6).contains(word.utf8.count) && ["bearer", "basic"].contains(word.lowercased())
  }

  /// Returns the end of the JSON Web Token that begins at `start`; nil if none begins there. A token has three
  /// base64url parts, and the first part encodes an object.
  private func webToken(from start: Int) -> Int? {
    guard bytes[start...].starts(with: "eyJ".utf8) else { return nil }
    var place = start
    for part in 0..<3 {
      let end = end(of: \.isWordByte, from: place)
      if part == 2 { return end }
      guard end - place > 3 || part > 0, end < bytes.count, bytes[end] == UInt8(ascii: ".") else { return nil }
      place = end + 1
    }
    return nil
  }

  private func end(of isPart: (UInt8) -> Bool, from start: Int) -> Int {
    bytes[start...].firstIndex { !isPart($0) } ?? bytes.count
  }

  private mutating func copy(to end: Int) {
    result += bytes[place..<end]
    place = end
  }

  private mutating func replace(to end: Int) {
    if end > place { result += Array(Redactor.mark.utf8) }
    place = end
  }
}

extension UInt8 {
  /// A byte of a name or of base64url.
  fileprivate var isWordByte: Bool {
    isASCIIAlphanumeric || "-_".utf8.contains(self)
  }
  fileprivate var isWhiteSpace: Bool { self <= 0x20 }
  fileprivate var isQuote: Bool { "\"'\\".utf8.contains(self) }
  /// A byte that does not end a value.
  fileprivate var isValueByte: Bool { !isWhiteSpace && !isQuote && !",;&)}]".utf8.contains(self) }
}
