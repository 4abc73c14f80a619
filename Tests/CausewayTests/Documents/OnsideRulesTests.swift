import Foundation
import Testing

/// `docs/onside-rules.md` names the tests of each rule of Onside. These tests check that the named tests exist.
@Suite("The document on the rules of Onside") struct OnsideRulesTests {
  private let document: NamingDocument

  init() throws {
    document = try NamingDocument("docs/onside-rules.md", defaultTarget: "OnsideKitTests")
  }

  @Test func everyNamedTestExists() throws {
    #expect(document.tests.count > 80, "the document names too few tests")
    #expect(try document.missingTests() == [])
  }

  @Test func theDocumentNamesExactlyTheRulesOfTheConformanceSuite() throws {
    let rules = try ConformanceNumbers.inSuite(of: "onside")
    #expect(rules.count > 80, "the suite has too few rules")
    #expect(rules.symmetricDifference(ConformanceNumbers.named(in: document.text, of: "onside")).sorted() == [])
  }
}
