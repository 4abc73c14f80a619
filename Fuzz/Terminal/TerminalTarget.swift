import CausewayJSON
import CausewayText
import FuzzSupport

@MainActor @c(LLVMFuzzerTestOneInput)
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  Fuzzer.test(data, size, TerminalTarget.check)
}

/// The fuzzing target of texts for a terminal or a log. It checks that the text becomes one line without control
/// characters, and that the line contains every scalar of the text, unchanged or as its code point.
@MainActor enum TerminalTarget {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    checkLine(of: text)
    checkJSON(.object(["text": .string(text), text: .array([.string(text)])]))
    // If the text is JSON, check the form in which the command prints it.
    if let value = try? JSONValue(parsing: bytes) { checkJSON(value) }
  }

  private static func checkLine(of text: String) {
    let line = TerminalText(text).line
    checkHarmless(line)
    expect(
      TerminalText(line).line.unicodeScalars.elementsEqual(line.unicodeScalars),
      "the line, converted again, is another line")
    // The line contains each scalar in order: unchanged, or as its code point.
    var rest = line.unicodeScalars[...]
    for scalar in text.unicodeScalars {
      if rest.first == scalar {
        rest = rest.dropFirst()
      } else {
        let note = "⟨U+\(hexadecimal(scalar.value, digits: 4))⟩".unicodeScalars
        expect(rest.starts(with: note), "U+\(hexadecimal(scalar.value, digits: 4)) is missing")
        rest = rest.dropFirst(note.count)
      }
    }
    expect(rest.isEmpty, "the line contains more than the text")
    // A letter with many combining marks would cover the lines above or below it.
    var marks = 0
    for scalar in line.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isMark = category == .nonspacingMark || category == .enclosingMark
      marks = isMark && !scalar.properties.isVariationSelector ? marks + 1 : 0
      expect(marks <= 4, "one letter has \(marks) combining marks")
    }
  }

  private static func checkJSON(_ value: JSONValue) {
    let json = TerminalText(value.json).json
    checkHarmless(json)
    checkMarks(inJSON: json)
    expect(try JSONValue(parsing: json) == value, "the JSON has another value")
  }

  /// Checks that no letter has more than four combining marks, and that no mark follows a quotation mark or an escape
  /// sequence.
  private static func checkMarks(inJSON json: String) {
    var marks: Int?
    var escape = 0
    for scalar in json.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isMark = category == .nonspacingMark || category == .enclosingMark
      if isMark, !scalar.properties.isVariationSelector {
        guard let count = marks, count < 4 else { fatalError("a mark follows no letter, or is the fifth of a letter") }
        marks = count + 1
      } else if escape > 0 {
        escape = escape == 1 && scalar == "u" ? 4 : escape - 1
        marks = nil
      } else {
        if scalar == "\\" { escape = 1 }
        marks = scalar == "\\" || scalar == "\"" ? nil : 0
      }
    }
  }

  private static func checkHarmless(_ line: String) {
    var previous: Unicode.Scalar?
    for scalar in line.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        fatalError("U+\(hexadecimal(scalar.value, digits: 4)) is on the line")
      default:
        // A variation selector is allowed after an emoji: it chooses between the letter and the picture.
        let isChoice = (scalar == "\u{FE0E}" || scalar == "\u{FE0F}") && previous?.properties.isEmoji == true
        expect(isChoice || !scalar.properties.isDefaultIgnorableCodePoint, "an invisible character is on the line")
      }
      previous = scalar
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
