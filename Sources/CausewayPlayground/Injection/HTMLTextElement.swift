#if !INJECTION_ALONE
import CausewayHTTP
#endif

/// The text of an element such as `title` or `script`, which lasts until the element's end tag (the RCDATA, RAWTEXT,
/// PLAINTEXT and script data states of the HTML Standard).
struct HTMLTextElement {
  /// How much of a script is in an HTML comment. An end tag after `<!--` and `<script` does not end the script.
  private enum Escape { case none, comment, scriptInComment }

  /// The name of the element.
  let name: String
  private var escape = Escape.none
  /// The number of dashes before this character.
  private var dashes = 0
  /// The characters from a `<` on, in small letters, while they may become a word that matters; otherwise empty.
  private var opening: [UInt8] = []

  /// The maximum length of an opening: that of `</plaintext`.
  private static let maximumOpening = 11

  init(_ name: String) { self.name = name }

  /// Reads a character.
  /// - Returns: whether the character ends the name in the element's end tag.
  mutating func readsEndTagName(_ byte: UInt8) -> Bool {
    guard !opening.isEmpty else {
      readOutsideOfTags(byte)
      return false
    }
    if byte.isHTMLLetter || isMarkup(byte) {
      opening.append(byte.lowercased)
      if opening.elementsEqual("<!--".utf8) {
        (escape, dashes, opening) = (.comment, 2, [])
      } else if opening.count > Self.maximumOpening {
        opening = []
      }
      return false
    }
    let word = opening
    opening = []
    if byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
      switch escape {
      case .scriptInComment:
        if word.elementsEqual("</script".utf8) { escape = .comment }
      // Nothing ends the text after a tag `plaintext`.
      case .none, .comment:
        if name != "plaintext", word.elementsEqual("</\(name)".utf8) { return true }
        if escape == .comment, word.elementsEqual("<script".utf8) { escape = .scriptInComment }
      }
    }
    readOutsideOfTags(byte)
    return false
  }

  /// Returns whether a character that is no letter continues the opening.
  private func isMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"): opening.count == 1
    case UInt8(ascii: "!"): opening.count == 1 && name == "script" && escape == .none
    case UInt8(ascii: "-"): opening.count < 4 && opening.dropFirst().first == UInt8(ascii: "!")
    default: false
    }
  }

  private mutating func readOutsideOfTags(_ byte: UInt8) {
    if byte == UInt8(ascii: "<") { opening = [byte] }
    if byte == UInt8(ascii: ">"), dashes >= 2 { escape = .none }
    dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
  }
}
