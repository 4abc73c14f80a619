import Foundation
import Testing

/// `docs/hostile-pages.md` names a test for each attack; these tests see to it that it tells the truth.
@Suite("The document on hostile pages") struct HostilePagesTests {
  /// A test as the document names it.
  private struct Reference: Hashable, CustomStringConvertible {
    var target: String
    var suite: String
    var name: String
    var description: String { "\(target)/\(suite)/\(name)" }
  }

  private static let defaultTarget = "CausewayWebKitTests"
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL

  /// What stands in backquotes as `Suite/test` or `Target/Suite/test`.
  private func named() throws -> Set<Reference> {
    let text = try String(contentsOf: root.appendingPathComponent("docs/hostile-pages.md"), encoding: .utf8)
    return Set(
      text.matches(of: #/`(?:(\w+)/)?(\w+Tests)/(\w+)`/#).map { match in
        Reference(
          target: match.1.map(String.init) ?? Self.defaultTarget, suite: String(match.2), name: String(match.3))
      })
  }

  /// The tests in the sources of a folder under `Tests`, such as `CausewayWebKitTests/Hostile`.
  private func declared(in folder: String) throws -> Set<Reference> {
    let directory = root.appendingPathComponent("Tests/\(folder)")
    let target = String(folder.prefix { $0 != "/" })
    let enumerator = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
    var tests: Set<Reference> = []
    for case let file as URL in enumerator where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard let suite = text.firstMatch(of: #/(?:class|struct) (\w+Tests)\b/#) else { continue }
      for match in text.matches(of: #/\n  (?:@Test |@MainActor )*func (\w+)\(/#) {
        // An attribute with arguments stands on lines of its own, behind the end of what was declared before.
        let attributes = text[..<match.range.lowerBound].components(separatedBy: "\n  }\n").last ?? ""
        let isTest = match.1.hasPrefix("test") || match.0.contains("@Test") || attributes.contains("@Test")
        if isTest { tests.insert(Reference(target: target, suite: String(suite.1), name: String(match.1))) }
      }
    }
    return tests
  }

  @Test func everyTestThatIsNamedExists() throws {
    let named = try named()
    #expect(named.count > 80, "the document is where it is looked for")
    let declared = try Set(named.map(\.target)).reduce(into: Set<Reference>()) { tests, target in
      tests.formUnion(try self.declared(in: target))
    }
    #expect(named.subtracting(declared).map(\.description).sorted() == [])
  }

  @Test func everyTestOfTheHostileSuiteIsNamed() throws {
    let declared = try declared(in: "\(Self.defaultTarget)/Hostile")
    #expect(declared.count > 50, "the suite is where it is looked for")
    #expect(try declared.subtracting(named()).map(\.description).sorted() == [])
  }
}
