/// A text that a page supplied, to be shown to a person: an amount, a message for signing, the page's name for itself.
///
/// Shown as it is, such a text can lie about more than its words. It can turn the order of the letters around
/// (U+202E), hide letters (U+200B), push what matters out of sight with spaces or line breaks, or be so long that
/// nobody reads on. ``shown(limit:lineBreaks:)`` gives a text that can do none of that:
///
/// ```swift
/// label.text = PageText(request.memo).shown(limit: 200)
/// ```
///
/// What cannot be seen is written out between `⟨` and `⟩`, such as `⟨U+202E⟩`, `⟨40 spaces⟩` or `⟨9500 more characters⟩`.
/// A `⟨` of the page's own becomes `⟨U+27E8⟩`, so that a page cannot write such a note itself.
///
/// Three things are left to whoever shows it:
///
/// - Say whose words they are, and beside them show the ``Frame/origin``, which no page can choose.
/// - Give it a paragraph or label of its own. Letters that run from right to left are shown as they are, and would
///   order the words around them too.
/// - Show it as plain text, never as markup: `<`, `&` and quotation marks are not touched.
///
/// It is for people's eyes. What is signed, sent or stored is ``raw``.
public struct PageText: Hashable, Sendable {
  /// The text as the page gave it.
  public let raw: String

  /// A text of a page's.
  public init(_ raw: String) {
    self.raw = raw
  }

  /// What becomes of the line breaks in a text: U+000A with or without U+000D before it, U+2028 and U+2029.
  public enum LineBreaks: Hashable, Sendable {
    /// Written out as `⟨line break⟩`, for texts that should have one line: a name, an address.
    case visible
    /// Kept, each as one U+000A, for texts that people write in lines: a message for signing. More than three in a
    /// row are written out, with whatever spaces stand between them.
    case kept
  }

  /// The text with everything visible.
  ///
  /// - Control characters, bidirectional controls, zero-width and other invisible characters, tag characters, private
  ///   and unassigned code points are written out as `⟨U+202E⟩`: the general categories Cc, Cf, Cs, Co, Cn, Zl and Zp,
  ///   what Unicode says may be left out in display, and the blanks that are no spaces. So are the joiners of some
  ///   emoji and scripts. A variation selector stays behind an emoji.
  /// - A combining mark stands on a letter, and at most four stand on one; others are written out or counted.
  /// - More than eight spaces in a row, of any kind, are counted.
  ///
  /// What cannot be decoded, such as half of a surrogate pair, is in a `String` already U+FFFD and stays so.
  ///
  /// - Parameters:
  ///   - limit: how many Unicode scalars the result may have, before the note on how many are left out, of the text
  ///     as the page gave it. At least 1.
  ///   - lineBreaks: what becomes of line breaks. With ``LineBreaks/kept`` the result may have U+000A, and otherwise
  ///     no control character.
  public func shown(limit: Int = 500, lineBreaks: LineBreaks = .visible) -> String {
    precondition(limit > 0, "A text of which nothing may be shown")
    var writer = PageTextWriter(raw, limit: limit, lineBreaks: lineBreaks)
    return writer.written()
  }
}

extension PageText: CustomStringConvertible {
  /// The text as ``shown(limit:lineBreaks:)`` gives it without arguments: safe if it gets into a sentence by mistake.
  public var description: String { shown() }
}
