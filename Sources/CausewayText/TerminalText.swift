/// A text for a terminal or a log: whatever it contains, it is shown on one line, and a terminal acts on nothing in it.
///
/// A page, a file or a request chooses what stands in many lines of a log. Shown as it is, such a text can clear the
/// screen (U+001B, U+009B), forge the next line (U+000A), hide letters (U+200B) or turn the line around (U+202E):
///
/// ```swift
/// print(TerminalText("console: \(message)").line)
/// ```
///
/// ``PageText`` is for prompts, where a person reads a part of a text. This type leaves nothing out, so that a log can be
/// searched.
public struct TerminalText: Hashable, Sendable {
  /// The text as it was given.
  public let raw: String

  /// A text from outside, or one that quotes such a text.
  public init(_ raw: String) {
    self.raw = raw
  }

  /// The text on one line, with everything in it visible.
  ///
  /// - What ``PageText/shown(limit:lineBreaks:)`` writes out is written out here in the same way, such as `⟨U+202E⟩`.
  ///   Line breaks are `⟨U+000A⟩`, so that each scalar has one form.
  /// - Each mark beyond the fourth on a letter is written out. So is a mark that stands on no letter.
  /// - Nothing is cut and nothing is counted. All other scalars, spaces among them, stay as they are.
  ///
  /// The line of a line is the same line. A text that itself has the letters `⟨U+202E⟩` keeps them, so the line does not
  /// tell the two apart.
  public var line: String {
    if raw.isPlain { return raw }
    var scan = VisibilityScan()
    var result = ""
    for scalar in raw.unicodeScalars {
      if scan.shows(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += scalar.note
      }
    }
    return result
  }

  /// Compact JSON in which everything is visible: what ``line`` writes out is a `\u` sequence instead, so that the text
  /// remains JSON of the same value. No mark of the text stands on a quotation mark or an escape sequence.
  ///
  /// - Precondition: ``raw`` is JSON without white space between its parts. Outside of strings, such JSON has no scalar
  ///   that needs a `\u` sequence.
  public var json: String {
    if raw.isPlain { return raw }
    var scan = VisibilityScan()
    var result = ""
    // How many scalars of an escape sequence are still to come.
    var escape = 0
    for scalar in raw.unicodeScalars {
      if scan.shows(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in scalar.utf16 { result += unit.jsonEscape }
      }
      if escape > 0 {
        escape = escape == 1 && scalar == "u" ? 4 : escape - 1
      } else if scalar == "\\" {
        escape = 1
      } else if scalar != "\"" {
        continue
      }
      // A quotation mark and an escape sequence are JSON's own: a mark of the text must not stand on them.
      scan.endLetter()
    }
    return result
  }
}

/// Decides scalar by scalar what is shown as it is, and what is written out.
private struct VisibilityScan {
  /// The most marks that stand on one letter. More would reach into the lines above and below.
  private static let marksOnOneLetter = 4

  /// How many marks stand on the letter before; nil where no letter is that could carry one.
  private var marks: Int?
  private var previous: Unicode.Scalar?

  /// Whether the next scalar of the text is shown as it is.
  mutating func shows(_ scalar: Unicode.Scalar) -> Bool {
    let isSelector = scalar == "\u{FE0E}" || scalar == "\u{FE0F}"
    let isShown: Bool
    if scalar.isStackingMark {
      isShown = !scalar.isInvisible && marks.map { $0 < Self.marksOnOneLetter } == true
      // After a mark that is written out, the next mark would stand on the note.
      marks = isShown ? marks.map { $0 + 1 } : nil
    } else if scalar.isSpace {
      isShown = true
      marks = nil
    } else if isSelector, previous?.takesVariationSelector == true {
      isShown = true
    } else if scalar.properties.generalCategory == .spacingMark {
      isShown = marks != nil && !scalar.isInvisible
    } else {
      isShown = !scalar.isInvisible
      marks = isShown ? 0 : nil
    }
    previous = isShown ? scalar : nil
    return isShown
  }

  /// What comes next stands on no letter.
  mutating func endLetter() {
    marks = nil
    previous = nil
  }
}

extension String {
  /// Whether it has nothing but what ASCII can print.
  fileprivate var isPlain: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}

extension UInt16 {
  /// The unit as JSON writes it, such as `\u202e`.
  fileprivate var jsonEscape: String {
    let digits = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
