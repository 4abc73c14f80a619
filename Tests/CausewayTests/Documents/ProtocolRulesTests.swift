import Foundation
import Testing

/// `docs/today-rules.md`, `docs/gbg-rules.md` and `docs/link-rules.md` name the tests of each rule of their protocols;
/// these tests check that what the documents name exists.
@Suite("The documents on the rules of Today, GBGBridge and Link") struct ProtocolRulesTests {
  @Test(arguments: [("today", "TodayWebViewBridgeTests"), ("gbg", "GBGBridgeTests"), ("link", "BitcoinLinkTests")])
  func everyTestThatIsNamedExists(suite: String, target: String) throws {
    let document = try NamingDocument("docs/\(suite)-rules.md", defaultTarget: target)
    #expect(document.tests.count > 60, "the document is where it is looked for")
    #expect(try document.missingTests() == [])
  }

  @Test(arguments: ["today", "gbg", "link"])
  func theRulesOfTheConformanceSuiteAreThoseThatAreNamed(suite: String) throws {
    let rules = try numbersInConformance(of: suite)
    #expect(rules.count > 45, "the suite is where it is looked for")
    let document = NamingDocument.root.appendingPathComponent("docs/\(suite)-rules.md")
    let named = numbers(of: suite, in: try String(contentsOf: document, encoding: .utf8))
    #expect(rules.symmetricDifference(named).sorted() == [])
  }

  /// The numbers of the rules in a conformance suite. Some are arguments of functions that make rules.
  private func numbersInConformance(of suite: String) throws -> Set<String> {
    let folder = NamingDocument.root.appendingPathComponent("Conformance/\(suite)/rules")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.reduce(into: Set<String>()) { found, file in
      found.formUnion(numbers(of: suite, in: try String(contentsOf: file, encoding: .utf8)))
    }
  }

  /// The numbers of a suite's rules in a text, such as `link-3.2.1`, in quotes or backquotes.
  private func numbers(of suite: String, in text: String) -> Set<String> {
    let numbers = text.matches(of: #/["`]([a-z]+-\d[\d.]*)["`]/#).map { String($0.1) }
    return Set(numbers.filter { $0.hasPrefix("\(suite)-") })
  }
}
