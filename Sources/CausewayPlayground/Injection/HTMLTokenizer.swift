#if !INJECTION_ALONE
import CausewayHTTP
#endif

/// A tokenizer with the states of the HTML Standard (section 13.2.5) that the beginning of a document can reach.
///
/// States that differ only in the reported errors, or in the text of comments, are one state here.
struct HTMLTokenizer {
  private enum State {
    case data, tagOpen, endTagOpen, tagName
    case beforeAttributeName, attributeName, afterAttributeName
    case beforeAttributeValue, quotedValue(UInt8), unquotedValue
    case markupDeclarationOpen, bogusComment, doctype
    case commentStart, commentStartDash, comment, commentEndDash, commentEnd, commentEndBang
    case text(HTMLTextElement)
  }

  private var state = State.data
  /// The name of the current tag, in small letters.
  private var name: [UInt8] = []
  private var isEndTag = false
  /// Whether the last character in the tag was a slash outside of values.
  private var isSelfClosing = false
  /// The characters after `<!`.
  private var declaration: [UInt8] = []

  /// The maximum number of characters of a name that are kept. No element with a longer name matters here.
  private static let maximumName = 64

  /// Reads the content of an element whose start tag was the last token as text, up to its end tag.
  mutating func readText(of element: String) { state = .text(HTMLTextElement(element)) }

  /// Whether the current token is the text of an element.
  var isInText: Bool {
    if case .text = state { true } else { false }
  }

  /// The characters that end the current comment; nil outside of comments.
  var endOfComment: String? {
    switch state {
    case .bogusComment: ">"
    case .commentStart, .commentStartDash, .comment, .commentEndDash, .commentEnd, .commentEndBang: "-->"
    default: nil
    }
  }

  /// Reads a character.
  /// - Returns: the token that the character ends; nil within a token.
  mutating func read(_ byte: UInt8) -> MarkupToken? {
    switch state {
    case .data:
      // Chromium and WebKit ignore NUL in text.
      guard byte == UInt8(ascii: "<") else { return byte.isHTMLSpace || byte == 0 ? .space : .text }
      state = .tagOpen
    case .text(var element):
      guard element.readsEndTagName(byte) else {
        state = .text(element)
        return nil
      }
      beginTag(named: element.name, isEndTag: true)
      state = .beforeAttributeName
      return readAttributes(byte)
    case .tagOpen, .endTagOpen, .markupDeclarationOpen: return readOpening(byte)
    case .bogusComment: return end(at: byte, as: .comment)
    // A `>` ends a doctype also within the quotation marks of its identifiers.
    case .doctype: return end(at: byte, as: .doctype)
    case .commentStart, .commentStartDash, .comment, .commentEndDash, .commentEnd, .commentEndBang:
      return readComment(byte)
    case .tagName, .beforeAttributeName, .attributeName, .afterAttributeName, .beforeAttributeValue, .quotedValue,
      .unquotedValue:
      return readAttributes(byte)
    }
    return nil
  }

  private mutating func end(at byte: UInt8, as token: MarkupToken) -> MarkupToken? {
    guard byte == UInt8(ascii: ">") else { return nil }
    state = .data
    return token
  }

  // MARK: After `<`

  private mutating func readOpening(_ byte: UInt8) -> MarkupToken? {
    switch (state, byte) {
    case (.tagOpen, UInt8(ascii: "!")):
      state = .markupDeclarationOpen
      declaration = []
    case (.tagOpen, UInt8(ascii: "/")): state = .endTagOpen
    case (.tagOpen, UInt8(ascii: "?")): state = .bogusComment
    case (.tagOpen, _) where byte.isHTMLLetter: return beginTag(with: byte, isEndTag: false)
    case (.endTagOpen, _) where byte.isHTMLLetter: return beginTag(with: byte, isEndTag: true)
    case (.endTagOpen, UInt8(ascii: ">")):
      // The standard ignores `</>`.
      state = .data
      return .comment
    case (.endTagOpen, _): state = .bogusComment
    case (.markupDeclarationOpen, _): return readDeclaration(byte)
    default:
      // The `<` is a character of the text, and this character may begin the next tag.
      state = byte == UInt8(ascii: "<") ? .tagOpen : .data
      return .text
    }
    return nil
  }

  private mutating func readDeclaration(_ byte: UInt8) -> MarkupToken? {
    declaration.append(byte.lowercased)
    if declaration.elementsEqual("--".utf8) {
      state = .commentStart
    } else if declaration.elementsEqual("doctype".utf8) {
      state = .doctype
    } else if !"--".utf8.starts(with: declaration), !"doctype".utf8.starts(with: declaration) {
      state = .bogusComment
      // The characters before this one begin a doctype or a comment, so only this one can be a `>`.
      return end(at: byte, as: .comment)
    }
    return nil
  }

  // MARK: Comments

  private mutating func readComment(_ byte: UInt8) -> MarkupToken? {
    switch (state, byte) {
    case (.commentStart, UInt8(ascii: "-")): state = .commentStartDash
    case (.commentStartDash, UInt8(ascii: "-")): state = .commentEnd
    case (.comment, UInt8(ascii: "-")), (.commentEndBang, UInt8(ascii: "-")): state = .commentEndDash
    case (.commentEndDash, UInt8(ascii: "-")), (.commentEnd, UInt8(ascii: "-")): state = .commentEnd
    case (.commentEnd, UInt8(ascii: "!")): state = .commentEndBang
    case (.commentStart, UInt8(ascii: ">")), (.commentStartDash, UInt8(ascii: ">")), (.commentEnd, UInt8(ascii: ">")),
      (.commentEndBang, UInt8(ascii: ">")):
      return end(at: byte, as: .comment)
    default: state = .comment
    }
    return nil
  }

  // MARK: Tags

  private mutating func beginTag(with byte: UInt8, isEndTag: Bool) -> MarkupToken? {
    beginTag(named: "", isEndTag: isEndTag)
    state = .tagName
    return readAttributes(byte)
  }

  private mutating func beginTag(named name: String, isEndTag: Bool) {
    self.name = Array(name.utf8)
    self.isEndTag = isEndTag
    isSelfClosing = false
  }

  private mutating func readAttributes(_ byte: UInt8) -> MarkupToken? {
    if case .quotedValue(let quote) = state {
      // After the value comes an attribute name, even without white space between them.
      if byte == quote { state = .beforeAttributeName }
      return nil
    }
    if byte == UInt8(ascii: ">") {
      state = .data
      let name = String(decoding: name, as: UTF8.self)
      return isEndTag ? .endTag(name) : .startTag(name, isSelfClosing: isSelfClosing)
    }
    isSelfClosing = false
    switch (state, byte) {
    case (.beforeAttributeValue, _) where byte.isHTMLSpace: break
    case (.beforeAttributeValue, UInt8(ascii: "\"")), (.beforeAttributeValue, UInt8(ascii: "'")):
      state = .quotedValue(byte)
    case (.beforeAttributeValue, _): state = .unquotedValue
    case (.attributeName, _) where byte.isHTMLSpace: state = .afterAttributeName
    case (.afterAttributeName, _) where byte.isHTMLSpace: break
    case (_, _) where byte.isHTMLSpace: state = .beforeAttributeName
    case (.unquotedValue, _): break
    case (_, UInt8(ascii: "/")):
      state = .beforeAttributeName
      isSelfClosing = true
    case (.tagName, _): if name.count < Self.maximumName { name.append(byte.lowercased) }
    case (.attributeName, UInt8(ascii: "=")), (.afterAttributeName, UInt8(ascii: "=")): state = .beforeAttributeValue
    default: state = .attributeName
    }
    return nil
  }
}
