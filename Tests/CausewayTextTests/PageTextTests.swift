import SeededGenerator
import CausewayText
import Testing

@Suite("A page's text, shown to the user, cannot hide anything")
struct PageTextTests {
  @Test(
    "Ordinary text is shown unchanged",
    arguments: [
      "", "Pay 0.5 BCH for “tea & cake” <3", "Größe, naïve, e\u{301}te\u{301}", "ציוד", "مرحبا", "漢字、かな", "नमस्ते",
      "שָׁלוֹם", "👍🏽 🇳🇿 ❤\u{FE0F}", "\u{FFFD}", "a\u{A0}b\u{3000}c",
    ])
  func plain(text: String) {
    #expect(PageText(text).shown().unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(PageText(text).shown(lineBreaks: .kept).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    "Invisible characters are replaced by notes with their code points",
    arguments: [
      ("a\u{202E}b", "a⟨U+202E⟩b"),  // bidirectional: override, isolate, mark
      ("\u{2066}a\u{2069}", "⟨U+2066⟩a⟨U+2069⟩"),
      ("\u{200E}\u{200F}\u{61C}", "⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"),
      ("a\u{0}b\tc\u{7F}\u{85}", "a⟨U+0000⟩b⟨U+0009⟩c⟨U+007F⟩⟨U+0085⟩"),
      ("a\rb", "a⟨U+000D⟩b"),
      ("a\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}\u{AD}", "a⟨U+200B⟩⟨U+200C⟩⟨U+200D⟩⟨U+2060⟩⟨U+FEFF⟩⟨U+00AD⟩"),
      ("\u{E0001}\u{E0041}", "⟨U+E0001⟩⟨U+E0041⟩"),  // tags
      ("\u{E000}\u{10FFFF}\u{378}", "⟨U+E000⟩⟨U+10FFFF⟩⟨U+0378⟩"),  // private use, noncharacter, unassigned
      ("\u{3164}\u{115F}\u{FFA0}\u{2800}", "⟨U+3164⟩⟨U+115F⟩⟨U+FFA0⟩⟨U+2800⟩"),  // fillers and blanks
      ("1\u{FE0F}a\u{FE0E}\u{FE0F}", "1⟨U+FE0F⟩a⟨U+FE0E⟩⟨U+FE0F⟩"),  // variation selectors without effect
      ("❤\u{FE0F}\u{FE0F}\u{E0100}", "❤\u{FE0F}⟨U+FE0F⟩⟨U+E0100⟩"),
      ("a\u{34F}", "a⟨U+034F⟩"),
    ])
  func invisible(text: String, shown: String) {
    expect(text, shows: shown)
  }

  @Test("A page cannot forge a note")
  func forgedNotes() {
    expect("⟨9 more characters⟩", shows: "⟨U+27E8⟩9 more characters⟩")
  }

  @Test("Line breaks are replaced by notes, or kept and unified")
  func lineBreaks() {
    let text = PageText("a\nb\r\nc\u{2028}d\u{2029}\ne")
    #expect(
      text.shown() == "a⟨line break⟩b⟨line break⟩c⟨line break⟩d⟨line break⟩⟨line break⟩e")
    #expect(text.shown(lineBreaks: .kept) == "a\nb\nc\nd\n\ne")
    #expect(PageText("a\n  b\u{B}\u{C}\u{85}c").shown(lineBreaks: .kept) == "a\n  b⟨U+000B⟩⟨U+000C⟩⟨U+0085⟩c")
  }

  @Test("Long runs of spaces and line breaks are replaced by their number")
  func blanks() {
    let spaces = String(repeating: " ", count: 8)
    expect("a\(spaces)b", shows: "a\(spaces)b")
    expect("a\(spaces) b", shows: "a⟨9 spaces⟩b")
    expect("a\(spaces)\u{A0}\u{2003}\u{3000}b", shows: "a⟨11 spaces⟩b")
    let lines = PageText("a" + String(repeating: "\n \u{3000}", count: 40) + "b")
    #expect(lines.shown() == "a⟨40 line breaks⟩ \u{3000}b")
    #expect(lines.shown(lineBreaks: .kept) == "a\n⟨40 line breaks⟩\n \u{3000}b")
    #expect(PageText("a\n\n\nb").shown(lineBreaks: .kept) == "a\n\n\nb")
  }

  @Test("Combining marks are shown only on letters, at most four on each")
  func marks() {
    expect("a\u{301}\u{302}\u{303}\u{304}b", shows: "a\u{301}\u{302}\u{303}\u{304}b")
    expect(
      "a" + String(repeating: "\u{301}", count: 100) + "b\u{301}",
      shows: "a\u{301}\u{301}\u{301}\u{301}⟨96 more marks⟩b\u{301}")
    expect("\u{301}a", shows: "⟨U+0301⟩a")
    expect("a \u{20DD}", shows: "a ⟨U+20DD⟩")
    expect("\u{202E}\u{301}", shows: "⟨U+202E⟩⟨U+0301⟩")
    expect("\u{903}", shows: "⟨U+0903⟩")
    // An emoji's variation selector is invisible, and does not count as a mark.
    expect(
      "❤\u{FE0F}" + String(repeating: "\u{489}", count: 6),
      shows: "❤\u{FE0F}\u{489}\u{489}\u{489}\u{489}⟨2 more marks⟩")
  }

  @Test("A text that is too long is cut, and a note gives the number of omitted characters")
  func limit() {
    let long = PageText(String(repeating: "x", count: 10_000))
    #expect(long.shown(limit: 3) == "xxx…⟨9997 more characters⟩")
    #expect(long.shown().hasSuffix("x…⟨9500 more characters⟩"))
    #expect(PageText("abcd").shown(limit: 4) == "abcd")
    #expect(PageText("abcd").shown(limit: 3) == "abc…⟨1 more character⟩")
    // A note must not be cut in two, and the replaced character must not make room for more text than the limit allows.
    #expect(PageText("ab\u{202E}c").shown(limit: 5) == "ab…⟨2 more characters⟩")
    #expect("\(long)" == long.shown())
  }

  @Test("No random text makes the shown text contain invisible characters or exceed the limit")
  func random() {
    var random = SeededGenerator()
    for _ in 0..<5_000 {
      let text = Self.text(using: &random)
      let limit = [1, 7, 60, 1_000].randomElement(using: &random) ?? 1
      for lineBreaks in [PageText.LineBreaks.visible, .kept] {
        let shown = PageText(text).shown(limit: limit, lineBreaks: lineBreaks)
        let comment: Comment = "seed \(random.seed), \(Array(text.unicodeScalars.map(\.value)))"
        Self.check(shown, lineBreaks, comment)
        let parts = shown.unicodeScalars.split(separator: "…", omittingEmptySubsequences: false)
        #expect(parts[0].count <= limit, comment)
        // No scalar is shown twice, so only notes can make the text longer.
        if !shown.contains("⟨") { #expect(shown.unicodeScalars.count <= text.unicodeScalars.count, comment) }
      }
    }
  }

  /// Checks that a text has no invisible scalars, no scalars that change the direction of other text, and no long runs
  /// of marks or blanks.
  private static func check(_ shown: String, _ lineBreaks: PageText.LineBreaks, _ comment: Comment) {
    var marks = 0
    var spaces = 0
    var breaks = 0
    var previous: Unicode.Scalar = " "
    for scalar in shown.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isLineBreak = scalar == "\n" && lineBreaks == .kept
      let isSelector =
        ["\u{FE0E}", "\u{FE0F}"].contains(scalar) && previous.properties.isEmoji && !previous.isASCII
      if !isLineBreak {
        #expect(!forbidden.contains(category), comment)
        #expect(!scalar.properties.isDefaultIgnorableCodePoint || isSelector, comment)
      }
      marks = category == .nonspacingMark || category == .enclosingMark ? marks + (isSelector ? 0 : 1) : 0
      spaces = category == .spaceSeparator ? spaces + 1 : 0
      breaks = isLineBreak ? breaks + 1 : category == .spaceSeparator ? breaks : 0
      #expect(marks <= 4 && spaces <= 8 && breaks <= 3, comment)
      previous = scalar
    }
  }

  private static let forbidden: [Unicode.GeneralCategory] = [
    .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
  ]

  /// Returns a random text of letters, of scalars that attacks use, of runs of such scalars, and of any other scalars.
  /// The text contains no "…".
  private static func text(using random: inout SeededGenerator) -> String {
    let pool: [Unicode.Scalar] = [
      "a", "b", "1", "<", "⟨", "⟩", "ש", "م", "❤", "😀", " ", " ", "\u{A0}", "\u{3000}", "\n", "\r", "\t", "\0",
      "\u{85}",
      "\u{2028}", "\u{202E}", "\u{2067}", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{489}", "\u{903}",
      "\u{34F}",
      "\u{E0041}", "\u{FEFF}", "\u{3164}", "\u{E000}", "\u{FFFF}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      let any = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
      let scalar = Bool.random(using: &random) ? pool.randomElement(using: &random) : any
      guard let scalar, scalar != "…" else { continue }
      let isRun = Int.random(in: 0..<8, using: &random) == 0
      text.append(contentsOf: repeatElement(scalar, count: isRun ? Int.random(in: 1...30, using: &random) : 1))
    }
    return String(text)
  }

  /// Compares scalars, because strings that are canonically equivalent would be equal.
  private func expect(_ text: String, shows shown: String) {
    let result = PageText(text).shown()
    #expect(result.unicodeScalars.elementsEqual(shown.unicodeScalars), "\(result.debugDescription)")
  }
}
