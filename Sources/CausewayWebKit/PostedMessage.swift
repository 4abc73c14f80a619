/// What a document posted: its name for itself, and what it says.
struct PostedMessage {
  /// What a document says.
  enum Content {
    /// `+<key><life>`: it is new; the key of its URLs of the bytes' scheme, and the token of its life.
    case enter(key: String, life: DocumentLives.Token)
    /// `><name> <base64>`: bytes for the app.
    case handOver(name: String, base64: Substring)
    /// `<<name>`: it wants bytes of the app, as base64.
    case collect(name: String)
    /// Anything else: text for the conversation.
    case packet(Substring)

    /// The token with which a document enters; nil for anything else.
    var life: DocumentLives.Token? {
      if case .enter(_, let life) = self { life } else { nil }
    }
  }

  /// How many hexadecimal digits a name and a key have.
  static let nameLength = 32

  /// The document's name for itself.
  let sender: String
  /// What it says.
  let content: Content

  /// Reads a posted text; nil if the page runtime did not write it.
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
    case UInt8(ascii: "<"): content = .collect(name: String(word))
    case UInt8(ascii: ">"):
      guard let space = word.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      content = .handOver(name: String(word[..<space]), base64: word[word.utf8.index(after: space)...])
    default: content = .packet(rest)
    }
  }

  /// The hexadecimal digits that a text begins with.
  static func name(in text: Substring) -> String? {
    let digits = text.utf8.prefix(nameLength)
    guard digits.count == nameLength,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return String(Substring(digits))
  }
}
