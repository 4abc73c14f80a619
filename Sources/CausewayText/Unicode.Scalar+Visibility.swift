extension Unicode.Scalar {
  /// The written-out form of the scalar, such as `⟨U+202E⟩`.
  var note: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "⟨U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "⟩"
  }

  /// Whether the scalar is the first of a ``note``. It must be written out too, because a page could otherwise forge a
  /// note.
  var opensNote: Bool { self == "⟨" }

  /// Whether the scalar is a space of any width.
  var isSpace: Bool { properties.generalCategory == .spaceSeparator }

  /// Whether the scalar is a mark without its own width, so that any number of them can combine with one letter.
  var isStackingMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: !properties.isVariationSelector
    default: false
    }
  }

  /// Whether a variation selector may follow the scalar. ASCII emoji such as digits do not count, because a selector
  /// after a digit has no visible effect.
  var takesVariationSelector: Bool { properties.isEmoji && !isASCII }

  /// Whether the scalar is invisible to a reader, or changes the behavior of a terminal or a text layout.
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint || Self.blanks.contains(self)
    }
  }

  /// The scalars that show nothing but are not in the category of spaces: a Braille cell without dots, the placeholder
  /// of an embedded object, blanks of musical, hieroglyphic and Khitan writing.
  private static let blanks: Set<Unicode.Scalar> = [
    "\u{2800}", "\u{FFFC}", "\u{1D159}", "\u{13441}", "\u{13442}", "\u{16FE4}",
  ]
}
