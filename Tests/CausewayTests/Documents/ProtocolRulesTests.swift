import Foundation
import Testing

/// `docs/causeway-rules.md`, `docs/today-rules.md`, `docs/gbg-rules.md` and `docs/link-rules.md` name the tests of each
/// rule of their protocols.
/// These tests check that the named tests exist.
@Suite("The documents on the rules of Causeway's own bridge, Today, GBGBridge and Link") struct ProtocolRulesTests {
  @Test(arguments: [
    ("causeway", "CausewayTests"), ("today", "TodayWebViewBridgeTests"), ("gbg", "GBGBridgeTests"),
    ("link", "BitcoinLinkTests"),
  ])
  func everyNamedTestExists(suite: String, target: String) throws {
    let document = try NamingDocument("docs/\(suite)-rules.md", defaultTarget: target)
    #expect(document.tests.count > 60, "the document names too few tests")
    #expect(try document.missingTests() == [])
  }

  @Test(arguments: ["causeway", "today", "gbg", "link"])
  func theDocumentNamesExactlyTheRulesOfTheConformanceSuite(suite: String) throws {
    let rules = try ConformanceNumbers.inSuite(of: suite)
    #expect(rules.count > 45, "the suite has too few rules")
    let document = NamingDocument.root.appendingPathComponent("docs/\(suite)-rules.md")
    let named = ConformanceNumbers.named(in: try String(contentsOf: document, encoding: .utf8), of: suite)
    #expect(rules.symmetricDifference(named).sorted() == [])
  }
}
