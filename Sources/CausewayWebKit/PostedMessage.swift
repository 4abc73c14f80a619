/// A message that a document posted: the document's name for itself, and the content.
struct PostedMessage {
  /// The kinds of messages, each with the format of its text.
  enum Content {
    /// `+{key}{life}`: the document is new. `key` is the key in its URLs of ``WebViewHost/bytesScheme``, and `life` is
    /// the token of its life.
    case enter(key: String, life: DocumentLives.Token)
    /// `>{name} {base64}`: bytes for the app.
    case handOver(name: String, base64: Substring)
    /// `<{name} {start} {count}`: the document requests `count` of the app's bytes, from the offset `start` on. The app
    /// answers with base64.
    case collect(name: String, start: Int, count: Int)
    /// Any other text: a packet for the conversation.
    case packet(Substring)

    /// The life's token in an `enter` message; nil for any other content.
    var life: DocumentLives.Token? {
      if case .enter(_, let life) = self { life } else { nil }
    }
  }

  /// The number of hexadecimal digits in a name and in a key.
  static let nameLength = 32

  /// The name that the document gave itself.
  let sender: String
  let content: Content

  /// Parses a posted text. Returns nil if the page runtime did not write the text.
  init?(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    guard let sender = Self.name(in: text[...]) else { return nil }
    self.sender = sender
    let rest = text[text.utf8.index(text.startIndex, offsetBy: Self.nameLength)...]
    let word = rest.dropFirst()
    switch rest.utf8.first {
    case UInt8(ascii: "+"):
      guard let key = Self.name(in: word), let life = Self.name(in: word.dropFirst(Self.nameLength)),
        word.utf8.count == 2 * Self.nameLength
      else { return nil }
      content = .enter(key: key, life: life)
    case UInt8(ascii: "<"):
      let words = word.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, let start = UInt32(words[1]), let count = UInt32(words[2]) else { return nil }
      content = .collect(name: String(words[0]), start: Int(start), count: Int(count))
    case UInt8(ascii: ">"):
      guard let space = word.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      content = .handOver(name: String(word[..<space]), base64: word[word.utf8.index(after: space)...])
    default: content = .packet(rest)
    }
  }

  /// Returns the name at the start of `text`: ``nameLength`` lowercase hexadecimal digits. Returns nil if the text does
  /// not begin with them.
  static func name(in text: Substring) -> String? {
    let digits = text.utf8.prefix(nameLength)
    guard digits.count == nameLength,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return String(Substring(digits))
  }
}
