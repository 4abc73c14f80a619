#if !INJECTION_ALONE
import CausewayHTTP
#endif

/// A reader of the beginning of an XHTML or SVG document.
///
/// The script comes first in the head of XHTML, and first in the root element of other documents. A document whose root
/// has no content gets no script, because a script beside the root would not be well-formed.
struct XMLHeadReader: MarkupReader {
  private enum Mode { case prolog, root, head, body }

  private var tokenizer = XMLTokenizer()
  private var mode = Mode.prolog

  var canPassOn: Bool { tokenizer.isInSection }

  // A script after the root would not be well-formed, and browsers show an error instead of an unfinished document.
  let endBeforeScript: String? = nil

  mutating func read(_ character: UInt8) -> MarkupStep? {
    guard let token = tokenizer.read(character) else { return nil }
    switch mode {
    case .prolog: return stepInProlog(token)
    case .root: return stepInRoot(token)
    case .head: return stepInHead(token)
    case .body: return MarkupStep(isEnd: true)
    }
  }

  private mutating func stepInProlog(_ token: MarkupToken) -> MarkupStep {
    guard case .startTag(let name, let isSelfClosing) = token else { return MarkupStep() }
    if !isSelfClosing, Self.localName(name) == "html" {
      mode = .root
      return MarkupStep()
    }
    mode = .body
    return MarkupStep(insertion: isSelfClosing ? .none : .after, isEnd: true)
  }

  private mutating func stepInRoot(_ token: MarkupToken) -> MarkupStep {
    switch token {
    case .space, .comment, .doctype: return MarkupStep()
    case .startTag(let name, isSelfClosing: false) where Self.localName(name) == "head":
      mode = .head
      return MarkupStep(insertion: .after)
    case .startTag, .endTag, .text:
      mode = .body
      return MarkupStep(insertion: .before, isEnd: true)
    }
  }

  private mutating func stepInHead(_ token: MarkupToken) -> MarkupStep {
    switch token {
    case .startTag(let name, _) where Self.localName(name) == "meta": return MarkupStep(isMeta: true)
    case .endTag(let name) where Self.localName(name) == "head":
      mode = .body
      return MarkupStep(isEnd: true)
    default: return MarkupStep()
    }
  }

  /// Returns the name without its prefix.
  private static func localName(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

/// A tokenizer for well-formed XML.
struct XMLTokenizer {
  private enum State: Hashable {
    case text, opening, tag(isName: Bool), quotedValue(UInt8)
    /// A section that lasts until a text, such as a comment.
    case section(end: String, isInDoctype: Bool)
    /// A doctype, or the internal subset in its brackets.
    case doctype(isInSubset: Bool), quotedIdentifier(UInt8, isInSubset: Bool)
  }

  private var state = State.text
  /// The characters of the current tag's name, or after `<`; in a section, the last characters.
  private var name: [UInt8] = []
  private var last: UInt8 = 0

  /// The maximum number of characters of a name that are kept. No element with a longer name matters here.
  private static let maximumName = 256

  /// Whether the current token is a comment, a processing instruction, a CDATA section or a doctype.
  var isInSection: Bool {
    switch state {
    case .section, .doctype, .quotedIdentifier: true
    case .text, .opening, .tag, .quotedValue: false
    }
  }

  /// Reads a character.
  /// - Returns: the token that the character ends; nil within a token.
  mutating func read(_ byte: UInt8) -> MarkupToken? {
    defer { last = byte }
    switch state {
    case .text:
      guard byte == UInt8(ascii: "<") else { return byte.isHTMLSpace ? .space : .text }
      (state, name) = (.opening, [])
    case .opening: readOpening(byte)
    case .tag(let isName): return readTag(byte, isName: isName)
    case .quotedValue(let quote): if byte == quote { state = .tag(isName: false) }
    case .section(let end, let isInDoctype):
      name = name.suffix(end.utf8.count - 1) + [byte]
      guard name.elementsEqual(end.utf8) else { break }
      state = isInDoctype ? .doctype(isInSubset: true) : .text
      if isInDoctype { break }
      return end == "]]>" ? .text : .comment
    case .doctype(let isInSubset): return readDoctype(byte, isInSubset: isInSubset)
    case .quotedIdentifier(let quote, let isInSubset):
      if byte == quote { state = .doctype(isInSubset: isInSubset) }
    }
    return nil
  }

  private mutating func readOpening(_ byte: UInt8) {
    name.append(byte)
    if byte == UInt8(ascii: "?"), name.count == 1 {
      (state, name) = (.section(end: "?>", isInDoctype: false), [])
    } else if name.elementsEqual("!--".utf8) {
      (state, name) = (.section(end: "-->", isInDoctype: false), [])
    } else if name.elementsEqual("![CDATA[".utf8) {
      (state, name) = (.section(end: "]]>", isInDoctype: false), [])
    } else if name.elementsEqual("!DOCTYPE".utf8) {
      state = .doctype(isInSubset: false)
    } else if name.first != UInt8(ascii: "!") {
      state = .tag(isName: true)
    }
  }

  private mutating func readTag(_ byte: UInt8, isName: Bool) -> MarkupToken? {
    switch byte {
    case UInt8(ascii: ">"):
      state = .text
      let text = String(decoding: name, as: UTF8.self)
      return text.hasPrefix("/")
        ? .endTag(String(text.dropFirst())) : .startTag(text, isSelfClosing: last == UInt8(ascii: "/"))
    case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quotedValue(byte)
    case UInt8(ascii: "/") where isName: state = .tag(isName: false)
    case _ where byte.isHTMLSpace: state = .tag(isName: false)
    case _ where isName: if name.count < Self.maximumName { name.append(byte) }
    default: break
    }
    return nil
  }

  private mutating func readDoctype(_ byte: UInt8, isInSubset: Bool) -> MarkupToken? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quotedIdentifier(byte, isInSubset: isInSubset)
    case UInt8(ascii: "["): state = .doctype(isInSubset: true)
    case UInt8(ascii: "]"): state = .doctype(isInSubset: false)
    case UInt8(ascii: "?") where isInSubset && last == UInt8(ascii: "<"):
      (state, name) = (.section(end: "?>", isInDoctype: true), [])
    case UInt8(ascii: "-") where isInSubset && name.elementsEqual("<!-".utf8):
      (state, name) = (.section(end: "-->", isInDoctype: true), [])
    case UInt8(ascii: ">") where !isInSubset:
      state = .text
      return .doctype
    default: name = byte == UInt8(ascii: "<") ? [byte] : name.count < 3 ? name + [byte] : name
    }
    return nil
  }
}
