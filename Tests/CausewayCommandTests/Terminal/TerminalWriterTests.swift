import CausewayText
import Foundation
import Testing

@testable import CausewayCommand
@testable import CausewayTool

/// The code that writes to a terminal.
@Suite("The code that writes to standard error and standard output") struct TerminalWriterTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  /// The only files that write to a terminal. They pass all text through ``TerminalText``, as the other tests of this
  /// folder check.
  private static let writers: Set = [
    "CausewayTool/Host/StandardError.swift", "CausewayTool/Host/StandardOutput.swift",
    "CausewayLog/SystemLog.swift",
  ]

  /// Files that use the terminal's descriptors but write no text to a terminal. The first gives the descriptors to a
  /// program that it starts. The second opens a trace's file by a descriptor; ``TerminalText`` has processed each line of
  /// a trace. The third sends JSON to the driver, which has started the process with a pipe as its standard output.
  private static let others: Set = [
    "CausewayTool/Host/ChildProgram.swift", "CausewayCommand/Host/PrivateOutput.swift",
    "CausewayCommand/Driver/DriverLink.swift",
  ]

  @Test("Only the listed files, which replace control characters, write to a terminal")
  func writers() throws {
    let pattern = try Regex(
      #"FileHandle\.standard(Error|Output)\b|STD(ERR|OUT)_FILENO|\b(fputs|fwrite|fputc|putc|putchar|fprintf|printf|vprintf|NSLog|debugPrint|dump|puts|perror)\("#
        + #"|(^|[^.\w])print\("#
    ).wordBoundaryKind(.simple)
    var found: [String: Set<String>] = [:]
    let files = try #require(FileManager.default.enumerator(atPath: Self.sources.path))
    var count = 0
    for case let name as String in files where name.hasSuffix(".swift") {
      count += 1
      let text = try String(contentsOf: Self.sources.appendingPathComponent(name), encoding: .utf8)
      // Skip a type's own method `print`, which the type calls without a prefix.
      let hasOwnPrint = text.contains("func print(")
      for line in text.split(separator: "\n") {
        let code = line.trimmingCharacters(in: .whitespaces)
        guard !code.hasPrefix("//"), !code.contains("func print("), code.contains(pattern) else { continue }
        if hasOwnPrint, code.contains("print("), !code.contains("FileHandle") { continue }
        found[name, default: []].insert(code)
      }
    }
    #expect(count > 500)
    let unexpected = found.filter { !Self.writers.contains($0.key) && !Self.others.contains($0.key) }
    #expect(unexpected.isEmpty, "\(unexpected)")
    #expect(Self.writers.isSubset(of: found.keys))
    for name in Self.writers {
      let text = try String(contentsOf: Self.sources.appendingPathComponent(name), encoding: .utf8)
      #expect(text.contains("TerminalText("), "\(name)")
    }
  }

  /// The page of a suite provides the names of the rules and the descriptions of failures. A page of another origin may
  /// contribute to these texts.
  @Test("The table of a conformance suite contains no character on which a terminal acts")
  func conformanceTable() throws {
    let all = String(String.UnicodeScalarView(Hostile.scalars)) + "\n\(Hostile.forged): a line"
    let text = String(decoding: try JSONEncoder().encode(all), as: UTF8.self)
    let rule = """
      {"number": \(text), "section": \(text), "mark": \(text), "rule": \(text), "status": "fail", "detail": \(text),
       "milliseconds": 1}
      """
    let report = try ConformanceReport(
      parsing: "{\"protocol\": \(text), \"passed\": 0, \"failed\": 1, \"skipped\": 0, \"results\": [\(rule)]}")
    let printed = report.table.map { $0.text(isColored: false) + "\n" }.joined()
    Hostile.expectHarmless(printed, "the table")
    #expect(printed.split(separator: "\n", omittingEmptySubsequences: false).count == report.table.count + 1)
  }
}
