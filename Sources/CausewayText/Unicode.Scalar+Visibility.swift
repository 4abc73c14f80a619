extension Unicode.Scalar {
  /// The scalar written out, such as `⟨U+202E⟩`.
  var note: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "⟨U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "⟩"
  }

  /// A page's own would look like a note of ours.
  var opensNote: Bool { self == "⟨" }

  /// Whether it is a space of any width.
  var isSpace: Bool { properties.generalCategory == .spaceSeparator }

  /// Marks that take no room of their own, so that any number of them fits on one letter.
  var isStackingMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: !properties.isVariationSelector
    default: false
    }
  }

  /// ASCII has emoji too, the digits; a selector behind a digit shows nothing.
  var takesVariationSelector: Bool { properties.isEmoji && !isASCII }

  /// Whether a reader cannot see it, or a terminal or a text layout acts on it.
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint || Self.blanks.contains(self)
    }
  }

  /// What has no ink and is no space: a Braille cell without dots, the place of an embedded object, blanks of musical,
  /// hieroglyphic and Khitan writing.
  private static let blanks: Set<Unicode.Scalar> = [
    "\u{2800}", "\u{FFFC}", "\u{1D159}", "\u{13441}", "\u{13442}", "\u{16FE4}",
  ]
}
