/// A text for a terminal or a log. Any text is shown on one line, and a terminal does not interpret anything in it.
///
/// Pages, files and requests determine the content of many log lines. Displayed unchanged, such content can clear the
/// screen (U+001B, U+009B), forge the next line (U+000A), hide letters (U+200B) or reverse the line (U+202E):
///
/// ```swift
/// print(TerminalText("console: \(message)").line)
/// ```
///
/// ``PageText`` is for prompts, in which the user reads the beginning of a text. `TerminalText` leaves nothing out, so
/// that a log can be searched.
public struct TerminalText: Hashable, Sendable {
  /// The unchanged text.
  public let raw: String

  /// Creates a text from an untrusted string, or from a string that contains untrusted text.
  public init(_ raw: String) {
    self.raw = raw
  }

  /// The text on one line, with all characters visible.
  ///
  /// - The scalars that ``PageText/shown(limit:lineBreaks:)`` writes out are written out in the same way, such as
  ///   `⟨U+202E⟩`. Line breaks become `⟨U+000A⟩`, so that each scalar has one form.
  /// - Each combining mark beyond the fourth on a letter, and each combining mark that follows no letter, is written
  ///   out.
  /// - Unlike ``PageText/shown(limit:lineBreaks:)``, the property never shortens the text: there is no limit, and no
  ///   run of spaces or combining marks is replaced with its count. All other scalars, including spaces, stay
  ///   unchanged.
  ///
  /// Applying the property twice gives the same line. A text that already contains the letters `⟨U+202E⟩` keeps them,
  /// so a reader of the line cannot distinguish them from a written-out scalar.
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

  /// Compact JSON with all characters visible. A scalar that ``line`` would write out becomes a `\u` sequence instead,
  /// so that the text remains JSON with the same value. No combining mark of the text can combine with a quotation mark
  /// or an escape sequence.
  ///
  /// - Precondition: ``raw`` is JSON without white space between its parts. Such JSON contains scalars that need a `\u`
  ///   sequence only inside strings.
  public var json: String {
    if raw.isPlain { return raw }
    var scan = VisibilityScan()
    var result = ""
    // The number of remaining scalars of the current escape sequence; 0 outside an escape sequence.
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
      // Quotation marks and escape sequences belong to JSON, so a combining mark of the text must not change how they
      // look.
      scan.endLetter()
    }
    return result
  }
}

/// A scan that decides for each scalar whether it is shown unchanged or written out.
private struct VisibilityScan {
  /// The maximum number of combining marks on one letter. More marks would reach into the lines above and below.
  private static let marksOnOneLetter = 4

  /// The number of combining marks on the previous letter; nil if there is no letter that could carry a mark.
  private var marks: Int?
  private var previous: Unicode.Scalar?

  /// Returns whether the next scalar of the text is shown unchanged.
  mutating func shows(_ scalar: Unicode.Scalar) -> Bool {
    let isSelector = scalar == "\u{FE0E}" || scalar == "\u{FE0F}"
    let isShown: Bool
    if scalar.isStackingMark {
      isShown = !scalar.isInvisible && marks.map { $0 < Self.marksOnOneLetter } == true
      // After a mark that is written out, the next mark would combine with the note.
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

  /// Ends the current letter, so that a following mark has no letter to combine with.
  mutating func endLetter() {
    marks = nil
    previous = nil
  }
}

extension String {
  /// Whether the string contains only printable ASCII.
  fileprivate var isPlain: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}

extension UInt16 {
  /// The unit as a JSON escape sequence, such as `\u202e`.
  fileprivate var jsonEscape: String {
    let digits = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
