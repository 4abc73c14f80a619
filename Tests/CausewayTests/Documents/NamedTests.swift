import Foundation
import Testing

/// A test that a document names.
struct NamedTest: Hashable, CustomStringConvertible {
  var target: String
  var suite: String
  var name: String
  var description: String { "\(target)/\(suite)/\(name)" }
}

/// A document that names tests, as `Suite/test` or `Target/Suite/test` in backquotes.
struct NamingDocument {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL

  let text: String
  let tests: Set<NamedTest>

  /// Reads a document of the repository.
  ///
  /// - Parameter defaultTarget: the target of the tests that the document names without a target.
  init(_ path: String, defaultTarget: String) throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    self.text = text
    tests = Set(
      text.matches(of: #/`(?:(\w+)/)?(\w+Tests)/(\w+)`/#).map { match in
        NamedTest(target: match.1.map(String.init) ?? defaultTarget, suite: String(match.2), name: String(match.3))
      })
  }

  /// Returns the tests that the document names and that no source file declares.
  func missingTests() throws -> [String] {
    let declared = try Set(tests.map(\.target)).reduce(into: Set<NamedTest>()) { found, target in
      found.formUnion(try Self.declared(in: target))
    }
    return tests.subtracting(declared).map(\.description).sorted()
  }

  /// Returns the tests in the sources of a folder under `Tests`, such as `CausewayWebKitTests/Hostile`.
  static func declared(in folder: String) throws -> Set<NamedTest> {
    let directory = root.appendingPathComponent("Tests/\(folder)")
    let target = String(folder.prefix { $0 != "/" })
    let enumerator = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
    var tests: Set<NamedTest> = []
    for case let file as URL in enumerator where file.pathExtension == "swift" {
      tests.formUnion(declared(inSource: try String(contentsOf: file, encoding: .utf8), of: target))
    }
    return tests
  }

  /// Returns the tests in a source file. A source file has one suite.
  static func declared(inSource text: String, of target: String) -> Set<NamedTest> {
    let lines = text.split(separator: "\n")
    // Regular expressions are slow, so each is tried only on the few lines that contain its fixed words.
    let heads = lines.lazy.filter { $0.contains("class ") || $0.contains("struct ") }
    let suites = heads.compactMap { $0.firstMatch(of: #/(?:class|struct) (\w+Tests)\b/#) }
    guard let suite = suites.first else { return [] }
    var tests: Set<NamedTest> = []
    var attributes: Substring = ""
    // A member of the suite is indented by two spaces. A line with more indentation belongs to the previous member.
    for line in lines where line.hasPrefix("  ") && !line.hasPrefix("   ") {
      let member = line.dropFirst(2)
      if member.contains("func "), let match = member.firstMatch(of: #/^(@.*\s|[\w\s]*\s|)func (\w+)/#) {
        let isTest = match.2.hasPrefix("test") || (attributes + match.1).contains("@Test")
        if isTest { tests.insert(NamedTest(target: target, suite: String(suite.1), name: String(match.2))) }
        attributes = ""
      } else if member.hasPrefix("@") {
        attributes += member
      } else if !")]/".contains(member.first ?? " ") {
        attributes = ""
      }
    }
    return tests
  }
}
