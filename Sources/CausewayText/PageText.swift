/// A text from a page that the app displays to the user: an amount, a message for signing, the page's name for itself.
///
/// Displayed unchanged, a page's text can deceive the user by more than its words. It can reverse the order of the
/// letters (U+202E), hide letters (U+200B), push the important part out of sight with spaces or line breaks, or be so
/// long that the user does not read it to the end. ``shown(limit:lineBreaks:)`` returns a text that can do none of
/// these:
///
/// ```swift
/// label.text = PageText(request.memo).shown(limit: 200)
/// ```
///
/// Invisible characters, and notes on what is left out, are written between `⟨` and `⟩`, such as `⟨U+202E⟩`,
/// `⟨40 spaces⟩` or `⟨9500 more characters⟩`. A `⟨` in the page's text becomes `⟨U+27E8⟩`, so that a page cannot write
/// such a note itself.
///
/// The app that displays the text must do three things itself:
///
/// - State that the text comes from the page, and show the origin of the page's frame beside it, because a page cannot
///   choose that origin.
/// - Use a separate paragraph or label. Letters that run from right to left are shown unchanged, and would also change
///   the order of the words around them.
/// - Display it as plain text, never as markup: `<`, `&` and quotation marks stay unchanged.
///
/// The result is only for display. Sign, send or store ``raw``.
public struct PageText: Hashable, Sendable {
  /// The unchanged text of the page.
  public let raw: String

  /// Creates a text from a page's string.
  public init(_ raw: String) {
    self.raw = raw
  }

  /// The treatment of line breaks in a text: U+000A with or without U+000D before it, U+2028 and U+2029.
  public enum LineBreaks: Hashable, Sendable {
    /// Line breaks are written out as `⟨line break⟩`, for texts of one line: a name, an address.
    case visible
    /// Line breaks are kept, each as one U+000A, for texts that people write in lines: a message for signing. More than
    /// three line breaks in a row are replaced with their count, and the spaces between them are left out.
    case kept
  }

  /// Returns the text with all characters visible.
  ///
  /// - Control characters, bidirectional controls, zero-width and other invisible characters, tag characters, private
  ///   and unassigned code points are written out, such as `⟨U+202E⟩`. These are the general categories Cc, Cf, Cs, Co,
  ///   Cn, Zl and Zp, the code points that Unicode allows a display to leave out, and blanks that are not spaces. The
  ///   joiners of some emoji and scripts are also written out. A variation selector after an emoji is kept.
  /// - A combining mark must follow a letter, and a letter has at most four marks; other marks are written out or
  ///   counted.
  /// - More than eight spaces in a row, of any kind, are replaced with their count.
  ///
  /// A `String` already contains U+FFFD for data that could not be decoded, such as half of a surrogate pair. U+FFFD is
  /// kept.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of Unicode scalars in the result, at least 1. The note that counts the omitted
  ///     scalars is not included.
  ///   - lineBreaks: the treatment of line breaks. With ``LineBreaks/kept`` the result may contain U+000A, but never
  ///     another control character.
  public func shown(limit: Int = 500, lineBreaks: LineBreaks = .visible) -> String {
    precondition(limit > 0, "The limit of a text must be more than 0.")
    var writer = PageTextWriter(raw, limit: limit, lineBreaks: lineBreaks)
    return writer.written()
  }
}

extension PageText: CustomStringConvertible {
  /// The result of ``shown(limit:lineBreaks:)`` without arguments, so that a page's text is also safe when it is
  /// inserted into a string.
  public var description: String { shown() }
}
