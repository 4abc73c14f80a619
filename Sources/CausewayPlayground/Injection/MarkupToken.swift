/// A token of HTML or XML, without the text of attributes and comments.
enum MarkupToken: Hashable {
  /// A character of white space.
  case space
  /// Another character.
  case text
  /// A comment; in XML also a processing instruction. Markup that the HTML Standard ignores, such as `</>`, is the same
  /// to a reader of the head.
  case comment
  case doctype
  /// A start tag. In HTML, the name is in small letters.
  case startTag(String, isSelfClosing: Bool)
  case endTag(String)
}

/// What a token means for the beginning of a document.
struct MarkupStep: Hashable {
  enum Insertion { case none, before, after }

  /// Where the script is inserted: before or after the token, or not here.
  var insertion = Insertion.none
  /// Whether the token is a `meta` tag of the head, which may contain a policy.
  var isMeta = false
  /// Whether neither the script nor a policy of the head can come after the token.
  var isEnd = false
}

/// A reader of a document's beginning, which gets the document one character after the other.
protocol MarkupReader {
  /// Reads a character. Characters that are not ASCII may be given as any byte that is not ASCII.
  /// - Returns: the step for the token that the character ends; nil within a token.
  mutating func read(_ character: UInt8) -> MarkupStep?

  /// Whether the characters of the current token need not be held back, because nothing is inserted before them or changed
  /// in them, as in a comment or in the text of a script.
  var canPassOn: Bool { get }

  /// The characters after which a script can be inserted at the end of a document that has had no place for it; nil if it
  /// can have no script.
  var endBeforeScript: String? { get }
}
