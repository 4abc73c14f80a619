import Foundation
import Testing

/// `docs/onside-rules.md` names the tests of each rule of Onside; these tests see to it that it tells the truth.
@Suite("The document on the rules of Onside") struct OnsideRulesTests {
  private let document: NamingDocument

  init() throws {
    document = try NamingDocument("docs/onside-rules.md", defaultTarget: "OnsideKitTests")
  }

  @Test func everyTestThatIsNamedExists() throws {
    #expect(document.tests.count > 80, "the document is where it is looked for")
    #expect(try document.missingTests() == [])
  }

  @Test func theRulesOfTheConformanceSuiteAreThoseThatAreNamed() throws {
    let folder = NamingDocument.root.appendingPathComponent("Conformance/onside/rules")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let rules = try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: #/number: "(onside-[\d.]+)"/#).map { String($0.1) }
    }
    #expect(rules.count > 70, "the suite is where it is looked for")
    let named = document.text.matches(of: #/`(onside-[\d.]+)`/#).map { String($0.1) }
    #expect(Set(rules).symmetricDifference(named).sorted() == [])
  }
}
