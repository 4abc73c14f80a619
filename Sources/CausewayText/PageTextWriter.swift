/// A writer that writes a page's text piece by piece, with all characters visible, until the limit is reached.
struct PageTextWriter {
  private static let marksOnOneLetter = 4
  private static let spacesInARow = 8
  private static let lineBreaksInARow = 3

  private let lineBreaks: PageText.LineBreaks
  private let scalars: String.UnicodeScalarView
  private var place: String.UnicodeScalarView.Index
  private var room: Int
  private var result = ""
  /// The number of combining marks on the previous letter; nil if there is no letter that could carry a mark.
  private var marks: Int?
  private var previous: Unicode.Scalar?

  init(_ text: String, limit: Int, lineBreaks: PageText.LineBreaks) {
    self.lineBreaks = lineBreaks
    scalars = text.unicodeScalars
    place = scalars.startIndex
    room = limit
  }

  mutating func written() -> String {
    while place != scalars.endIndex {
      let start = place
      let piece = nextPiece()
      let length = piece.unicodeScalars.count
      guard length <= room else {
        let rest = scalars[start...].count
        return result + "…⟨\(rest) more \(rest == 1 ? "character" : "characters")⟩"
      }
      room -= length
      result += piece
    }
    return result
  }

  /// Reads at least one scalar and returns its written form.
  private mutating func nextPiece() -> String {
    let scalar = scalars[place]
    if scalar.isSpace || lineBreakEnd(at: place) != nil { return blanks() }
    defer { previous = scalar }
    if scalar.isStackingMark { return mark() }
    place = scalars.index(after: place)
    let isSelector = scalar == "\u{FE0E}" || scalar == "\u{FE0F}"
    if isSelector, previous?.takesVariationSelector == true { return String(scalar) }
    if scalar.isInvisible || scalar.opensNote {
      marks = nil
      return scalar.note
    }
    // A spacing mark is not a letter either, because without a letter before it, it would combine with the app's own
    // text.
    if scalar.properties.generalCategory == .spacingMark { return marks == nil ? scalar.note : String(scalar) }
    marks = 0
    return String(scalar)
  }

  /// Reads one combining mark, or all marks beyond the maximum at once, and returns the text to show: the mark itself;
  /// a note such as `⟨U+0301⟩` for a mark that is invisible or follows no letter; or a note such as `⟨3 more marks⟩`.
  private mutating func mark() -> String {
    let scalar = scalars[place]
    guard let count = marks else {
      place = scalars.index(after: place)
      return scalar.note
    }
    guard count == Self.marksOnOneLetter else {
      place = scalars.index(after: place)
      marks = count + 1
      return scalar.isInvisible ? scalar.note : String(scalar)
    }
    var surplus = 0
    while place != scalars.endIndex, scalars[place].isStackingMark {
      surplus += 1
      place = scalars.index(after: place)
    }
    marks = nil
    return "⟨\(surplus) more \(surplus == 1 ? "mark" : "marks")⟩"
  }

  /// Reads a run of spaces and line breaks, and returns the text to show: the run itself, or notes with its counts.
  private mutating func blanks() -> String {
    marks = nil
    previous = nil
    var kept = ""
    var row = ""
    var spaces = 0
    var breaks = 0
    func written(_ row: String, _ count: Int) -> String { count > Self.spacesInARow ? "⟨\(count) spaces⟩" : row }
    while place != scalars.endIndex {
      if let end = lineBreakEnd(at: place) {
        kept += written(row, spaces) + (lineBreaks == .kept ? "\n" : "⟨line break⟩")
        (row, spaces, breaks) = ("", 0, breaks + 1)
        place = end
      } else if scalars[place].isSpace {
        spaces += 1
        if spaces <= Self.spacesInARow { row.unicodeScalars.append(scalars[place]) }
        place = scalars.index(after: place)
      } else {
        break
      }
    }
    if breaks > Self.lineBreaksInARow {
      let note = "⟨\(breaks) line breaks⟩"
      kept = lineBreaks == .kept ? "\n\(note)\n" : note
    }
    return kept + written(row, spaces)
  }

  /// Returns the end of the line break that begins at `place`; nil if none begins there.
  private func lineBreakEnd(at place: String.UnicodeScalarView.Index) -> String.UnicodeScalarView.Index? {
    let next = scalars.index(after: place)
    switch scalars[place] {
    case "\n", "\u{2028}", "\u{2029}": return next
    case "\r" where next != scalars.endIndex && scalars[next] == "\n": return scalars.index(after: next)
    default: return nil
    }
  }
}
