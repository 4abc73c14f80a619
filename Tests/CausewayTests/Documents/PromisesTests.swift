import Foundation
import Testing

/// Each row of the tables in `SECURITY.md` and in `docs/onside-reporting.md` is a promise, and names the tests of the
/// promise.
@Suite("The documents on security and on the reporting API") struct PromisesTests {
  private static let documents = ["SECURITY.md", "docs/onside-reporting.md"]

  /// Returns the rows of a document's tables, without the header rows.
  private static func rows(of document: String) throws -> [Substring] {
    let text = try String(contentsOf: NamingDocument.root.appendingPathComponent(document), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return zip(lines, lines.dropFirst() + [""]).filter { line, next in
      line.hasPrefix("| ") && !next.hasPrefix("|---")
    }.map(\.0)
  }

  @Test(arguments: documents) func eachPromiseNamesItsTest(document: String) throws {
    let rows = try Self.rows(of: document)
    #expect(rows.count > 30, "the document has too few rows")
    let scripts = #/`script/(fuzz|soak|kill|odd-requests|check-host-kits)\b/#
    let unproven = rows.filter { row in Self.tests(in: row).isEmpty && row.firstMatch(of: scripts) == nil }
    #expect(unproven.map { String($0.prefix(80)) } == [])
  }

  @Test(arguments: documents) func everyNamedTestExists(document: String) throws {
    let sources = try Self.sources()
    #expect(sources.count > 150, "too few test files were found")
    for named in try Self.rows(of: document).flatMap(Self.tests) {
      let found = sources.contains { source in
        source.types.contains(named.suite) && (named.target.map { source.path.contains("/\($0)/") } ?? true)
          && (named.name.map { source.text.contains("func \($0)(") || source.text.contains("def \($0)(") } ?? true)
      }
      #expect(found, "\(named)")
    }
  }

  private struct Named {
    var target: String?
    var suite: String
    var name: String?
  }

  /// Returns the tests that a row names in backquotes: `Suite`, `Suite/test`, `Target/Suite` or `Target/Suite/test`.
  private static func tests(in row: Substring) -> [Named] {
    row.matches(of: #/`(?:(\w+Tests)/)?(\w+Tests?)(?:/(\w+))?`/#).map {
      Named(target: $0.1.map(String.init), suite: String($0.2), name: $0.3.map(String.init))
    }
  }

  private struct Source {
    var path: String
    var text: String
    /// The names of the classes and structs that the file declares.
    var types: Set<String>

    init(_ file: URL) throws {
      path = file.path
      text = try String(contentsOf: file, encoding: .utf8)
      // A regular expression is slow, so it is tried only on the few lines that contain its fixed words.
      let lines = text.split(separator: "\n").filter { $0.contains("class ") || $0.contains("struct ") }
      types = Set(lines.flatMap { $0.matches(of: #/\b(?:class|struct) (\w+)/#) }.map { String($0.1) })
    }
  }

  private static func sources() throws -> [Source] {
    let directory = NamingDocument.root.appendingPathComponent("Tests")
    let enumerator = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
    var sources: [Source] = []
    for case let file as URL in enumerator where ["swift", "java", "py"].contains(file.pathExtension) {
      sources.append(try Source(file))
    }
    return sources
  }
}
