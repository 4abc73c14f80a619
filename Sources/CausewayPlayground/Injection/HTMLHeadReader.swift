/// A reader of the beginning of an HTML document, with the insertion modes of the HTML Standard (section 13.2.6.4) up to
/// "after head".
///
/// The script comes after the byte order mark, comments, the doctype and the start tags of `html` and `head`. Anything
/// before the doctype would change how the browser lays out the page, and a script before `head` would lose the
/// attributes of `head`. White space before the head is ignored by browsers, so it stays before the script.
struct HTMLHeadReader: MarkupReader {
  private enum Mode { case initial, beforeHTML, beforeHead, inHead, afterHead, body }

  private var tokenizer = HTMLTokenizer()
  private var mode = Mode.initial
  /// The number of open `template` elements in the head, whose `meta` elements are not part of the document.
  private var templates = 0

  var canPassOn: Bool { tokenizer.isInText || tokenizer.endOfComment != nil }

  // A comment in which the document ends would contain the script.
  var endBeforeScript: String? { tokenizer.endOfComment ?? "" }

  mutating func read(_ character: UInt8) -> MarkupStep? {
    guard let token = tokenizer.read(character) else { return nil }
    return step(token)
  }

  private mutating func step(_ token: MarkupToken) -> MarkupStep {
    switch mode {
    case .initial, .beforeHTML, .beforeHead: return stepBeforeHead(token)
    case .inHead, .afterHead: return templates > 0 ? stepInTemplate(token) : stepInHead(token)
    case .body: return MarkupStep(isEnd: true)
    }
  }

  private mutating func stepBeforeHead(_ token: MarkupToken) -> MarkupStep {
    switch token {
    case .space, .comment: return MarkupStep()
    case .doctype:
      if mode == .initial { mode = .beforeHTML }
      return MarkupStep()
    case .startTag("html", _):
      mode = .beforeHead
      return MarkupStep()
    case .startTag("head", _):
      mode = .inHead
      return MarkupStep(insertion: .after)
    case .endTag(let name) where !Self.meaningfulEndTags.contains(name):
      // The tag is ignored, but a doctype after it does not count.
      if mode == .initial { mode = .beforeHTML }
      return MarkupStep()
    case .startTag, .endTag, .text:
      mode = .inHead
      var step = step(token)
      step.insertion = .before
      return step
    }
  }

  /// The end tags that begin the head or the body. Before the body, browsers ignore all others.
  private static let meaningfulEndTags: Set = ["head", "body", "html", "br"]

  private mutating func stepInHead(_ token: MarkupToken) -> MarkupStep {
    switch token {
    case .space, .comment, .doctype: return MarkupStep()
    case .startTag("meta", _): return MarkupStep(isMeta: true)
    case .startTag("template", _):
      templates = 1
      return MarkupStep()
    case .startTag(let name, _) where Self.emptyElements.contains(name): return MarkupStep()
    // After the head, `noscript` begins the body.
    case .startTag(let name, _) where Self.textElements.contains(name) && (name != "noscript" || mode == .inHead):
      tokenizer.readText(of: name)
      return MarkupStep()
    case .endTag("head"):
      mode = .afterHead
      return MarkupStep()
    case .endTag(let name) where !Self.meaningfulEndTags.contains(name): return MarkupStep()
    case .startTag, .endTag, .text:
      mode = .body
      return MarkupStep(isEnd: true)
    }
  }

  /// The elements of the head without content, and the tags that are ignored in the head. Elements that follow the end tag
  /// of the head, but come before the body, become elements of the head too.
  private static let emptyElements: Set = ["base", "basefont", "bgsound", "head", "html", "link"]
  /// The elements of the head whose content is text if scripts run.
  private static let textElements: Set = ["noframes", "noscript", "script", "style", "title"]

  private mutating func stepInTemplate(_ token: MarkupToken) -> MarkupStep {
    switch token {
    case .startTag("template", _): templates += 1
    case .endTag("template"): templates -= 1
    case .startTag(let name, _) where Self.textElementsOfBody.contains(name): tokenizer.readText(of: name)
    default: break
    }
    return MarkupStep()
  }

  private static let textElementsOfBody = textElements.union(["iframe", "noembed", "plaintext", "textarea", "xmp"])
}
