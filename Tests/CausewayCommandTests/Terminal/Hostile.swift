import Foundation
import Testing

/// Texts from outside that contain everything that can harm the terminal that shows them.
enum Hostile {
  /// All kinds of scalars on which a terminal acts or which a reader cannot see: controls, line separators, marks,
  /// embeddings, overrides and isolates of the text direction, and scalars without a width.
  static let scalars: [Unicode.Scalar] = {
    let ranges: [ClosedRange<UInt32>] = [
      0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
      0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x2800...0x2800, 0x3164...0x3164,
      0xE000...0xE000, 0xFE00...0xFE00, 0xFE0F...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFC,
      0x1BCA0...0x1BCA0, 0x1D159...0x1D159, 0x1D173...0x1D17A,
      0xE0001...0xE0001, 0xE0020...0xE0041, 0xE007F...0xE007F, 0xE0100...0xE0100, 0x10FFFD...0x10FFFD,
    ]
    return ranges.joined().compactMap(Unicode.Scalar.init)
  }()

  /// The beginning of a forged line. Only text from outside contains this word.
  static let forged = "FORGED"

  /// A short text, for names and for texts that cannot contain every scalar.
  static let name = "x\u{1B}[2Jx\u{9B}31mx\u{202E}x\u{200B}x\n\(forged): a line"

  /// A JavaScript string with every scalar, some lone surrogates, and a forged line.
  static let script: String = {
    let units = scalars.flatMap { $0.utf16.map(Int.init) } + [0xD800, 0xDC01, 0xDFFF, 0xD800]
    let escapes = units.map { "\\u\(String($0 + 0x10000, radix: 16).dropFirst())" }.joined()
    return "\"\(escapes)\\n\(forged): a line\""
  }()

  /// Fails if a program's output contains a scalar on which a terminal acts, or a forged line.
  static func expectHarmless(
    _ output: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = Set(output.unicodeScalars.filter { $0 != "\n" && isActedOn($0) })
    #expect(
      found.isEmpty, "\(name) has \(found.map { String($0.value, radix: 16) }.sorted())", sourceLocation: sourceLocation
    )
    for line in output.split(whereSeparator: \.isNewline) {
      #expect(!line.hasPrefix(forged), "\(name) has a forged line", sourceLocation: sourceLocation)
    }
  }

  /// Fails unless the output has a line with all of `words` and with the forged text, in which control characters are
  /// written out.
  static func expectLine(
    with words: String..., in output: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = output.split(separator: "\n").filter { line in
      words.allSatisfy { line.contains($0) } && line.contains("\(forged): a line")
    }
    #expect(
      lines.contains { $0.contains("⟨U+001B⟩") || $0.contains("\\u001b") || $0.contains("\\u{1b}") },
      "no line with \(words): \(output.split(separator: "\n").map { $0.prefix(60) })", sourceLocation: sourceLocation)
  }

  private static func isActedOn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
    default: scalar.properties.isDefaultIgnorableCodePoint || ["\u{2800}", "\u{FFFC}", "\u{1D159}"].contains(scalar)
    }
  }
}
