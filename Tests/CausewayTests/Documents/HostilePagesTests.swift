import Testing

/// `docs/hostile-pages.md` names a test for each attack. These tests check that the named tests exist.
@Suite("The document on hostile pages") struct HostilePagesTests {
  private static let target = "CausewayWebKitTests"
  private let document: NamingDocument

  init() throws {
    document = try NamingDocument("docs/hostile-pages.md", defaultTarget: Self.target)
  }

  @Test func everyNamedTestExists() throws {
    #expect(document.tests.count > 80, "the document names too few tests")
    #expect(try document.missingTests() == [])
  }

  @Test func everyTestOfTheHostileSuiteIsNamed() throws {
    let declared = try NamingDocument.declared(in: "\(Self.target)/Hostile")
    #expect(declared.count > 50, "the folder has too few tests")
    #expect(declared.subtracting(document.tests).map(\.description).sorted() == [])
  }
}
