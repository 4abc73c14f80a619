import Foundation
import Testing

/// A test as a document names it.
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

  /// - Parameter defaultTarget: whose tests stand without their target.
  init(_ path: String, defaultTarget: String) throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    self.text = text
    tests = Set(
      text.matches(of: #/`(?:(\w+)/)?(\w+Tests)/(\w+)`/#).map { match in
        NamedTest(target: match.1.map(String.init) ?? defaultTarget, suite: String(match.2), name: String(match.3))
      })
  }

  /// The tests that the document names and that are in no source.
  func missingTests() throws -> [String] {
    let declared = try Set(tests.map(\.target)).reduce(into: Set<NamedTest>()) { found, target in
      found.formUnion(try Self.declared(in: target))
    }
    return tests.subtracting(declared).map(\.description).sorted()
  }

  /// The tests in the sources of a folder under `Tests`, such as `CausewayWebKitTests/Hostile`.
  static func declared(in folder: String) throws -> Set<NamedTest> {
    let directory = root.appendingPathComponent("Tests/\(folder)")
    let target = String(folder.prefix { $0 != "/" })
    let enumerator = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
    var tests: Set<NamedTest> = []
    for case let file as URL in enumerator where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard let suite = text.firstMatch(of: #/(?:class|struct) (\w+Tests)\b/#) else { continue }
      for match in text.matches(of: #/\n  (?:@Test |@MainActor )*func (\w+)\(/#) {
        // An attribute with arguments stands on lines of its own, behind the end of what was declared before.
        let attributes = text[..<match.range.lowerBound].components(separatedBy: "\n  }\n").last ?? ""
        let isTest = match.1.hasPrefix("test") || match.0.contains("@Test") || attributes.contains("@Test")
        if isTest { tests.insert(NamedTest(target: target, suite: String(suite.1), name: String(match.1))) }
      }
    }
    return tests
  }
}
