import CausewayJSON
import CausewayText
import SeededGenerator
import Testing

@Suite("Text for a terminal or a log is one line without control characters")
struct TerminalTextTests {
  @Test(
    "Ordinary text of people and programs is unchanged",
    arguments: [
      "", "GET /orders/{id} 200 1.2 ms", "{\"a\":\"b\\\\n\"}", "Größe, e\u{301}te\u{301}", "ציוד", "مرحبا", "漢字、かな",
      "नमस्ते", "👍🏽 🇳🇿 ❤\u{FE0F}", "\u{FFFD}", "a\u{A0}b\u{3000}c", "     console  text          far away", "⟨U+202E⟩",
    ])
  func plain(text: String) {
    #expect(TerminalText(text).line.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    "Characters on which a terminal acts, or that a reader cannot see, are replaced by their code points",
    arguments: [
      ("a\u{1B}[2Jb\u{9B}31m", "a⟨U+001B⟩[2Jb⟨U+009B⟩31m"),
      ("a\nb\r\nc\u{2028}d\u{2029}e\u{85}", "a⟨U+000A⟩b⟨U+000D⟩⟨U+000A⟩c⟨U+2028⟩d⟨U+2029⟩e⟨U+0085⟩"),
      ("\u{0}\t\u{7F}", "⟨U+0000⟩⟨U+0009⟩⟨U+007F⟩"),
      ("a\u{202E}b\u{2066}c\u{200F}", "a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩"),
      ("a\u{200B}\u{FEFF}\u{AD}\u{E0041}", "a⟨U+200B⟩⟨U+FEFF⟩⟨U+00AD⟩⟨U+E0041⟩"),
      ("\u{301}a \u{301}", "⟨U+0301⟩a ⟨U+0301⟩"),  // marks without a letter
      (
        "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}b",
        "a\u{301}\u{301}\u{301}\u{301}⟨U+0301⟩⟨U+0301⟩b"
      ),
      ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}⟨U+FE0F⟩"),
    ])
  func writtenOut(text: String, line: String) {
    #expect(TerminalText(text).line.unicodeScalars.elementsEqual(line.unicodeScalars))
  }

  @Test("No scalar of Unicode reaches the terminal as a control, and a processed line is not changed again")
  func everyScalar() {
    for start in stride(from: UInt32(0), through: 0x10FFFF, by: 0x100) {
      var text = ""
      for scalar in (start..<start + 0x100).compactMap(Unicode.Scalar.init) {
        text.unicodeScalars.append("a")
        text.unicodeScalars.append(scalar)
      }
      let line = TerminalText(text).line
      #expect(!line.unicodeScalars.contains(where: Self.isActedOn), "from U+\(String(start, radix: 16)) on")
      #expect(TerminalText(line).line.unicodeScalars.elementsEqual(line.unicodeScalars))
    }
  }

  @Test("Processed JSON has the same value")
  func json() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        let value = UInt32.random(in: 0...0x2FFF, using: &generator)
        text.unicodeScalars.append(Unicode.Scalar(value) ?? "\\")
      }
      text += String(repeating: "\u{302}", count: Int.random(in: 0..<8, using: &generator))
      text += ["", "\\", "\"", "\u{E0041}", "\u{9B}"].randomElement(using: &generator) ?? ""
      let value: JSONValue = [text: .string(text)]
      let json = TerminalText(value.json).json
      #expect(try JSONValue(parsing: json) == value)
      #expect(!json.unicodeScalars.contains(where: Self.isActedOn), "\(text.debugDescription)")
      #expect(!Self.hasStrayMark(json), "\(text.debugDescription)")
    }
  }

  @Test(
    "In JSON, marks are kept only on letters of a string, at most four on each",
    arguments: [
      (
        "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}b",
        #""a\#u{301}\#u{301}\#u{301}\#u{301}\u0301\u0301b""#
      ),
      ("\u{301}a", #""\u0301a""#),
      ("\u{903}", #""\u0903""#),
      ("a\"\u{301}b\\\u{301}c\n\u{301}d\u{1}\u{301}", #""a\"\u0301b\\\u0301c\n\u0301d\u0001\u0301""#),
      ("a\u{202E}\u{301}", #""a\u202e\u0301""#),
      ("e\u{301}te\u{301} नमस्ते ❤\u{FE0F}", "\"e\u{301}te\u{301} नमस्ते ❤\u{FE0F}\""),
      ("❤\u{FE0F}\u{FE0F}", "\"❤\u{FE0F}\\ufe0f\""),
    ])
  func marksInJSON(text: String, expected: String) throws {
    let json = TerminalText(JSONValue.string(text).json).json
    #expect(json.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(json.debugDescription)")
    #expect(try JSONValue(parsing: json) == .string(text))
  }

  /// Returns whether a mark follows one of JSON's own characters, or more than four marks follow one letter.
  private static func hasStrayMark(_ json: String) -> Bool {
    var marks: Int?
    var escape = 0
    for scalar in json.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isMark = [.nonspacingMark, .enclosingMark].contains(category) && !scalar.properties.isVariationSelector
      if isMark {
        guard let count = marks, count < 4 else { return true }
        marks = count + 1
      } else if escape > 0 {
        escape = escape == 1 && scalar == "u" ? 4 : escape - 1
        marks = nil
      } else {
        if scalar == "\\" { escape = 1 }
        marks = scalar == "\"" || scalar == "\\" || category == .spaceSeparator ? nil : 0
      }
    }
    return false
  }

  private static func isActedOn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
