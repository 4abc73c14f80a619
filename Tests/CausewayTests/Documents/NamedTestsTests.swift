import Testing

/// Other tests check the test names in documents against the tests that are declared in source files. These tests check
/// that exactly the declared tests are found.
@Suite("The tests of a source file") struct NamedTestsTests {
  private func names(in body: String) -> [String] {
    let source = """
      import Testing

      @Suite struct ExampleTests {
        let value = 1

      \(body.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      }

      """
    return NamingDocument.declared(inSource: source, of: "Example").map(\.name).sorted()
  }

  @Test func testsOfBothFrameworksAreFound() {
    #expect(names(in: "@Test func one() {}") == ["one"])
    #expect(names(in: "func testTwo() async throws {\n}") == ["testTwo"])
    #expect(names(in: "@MainActor @Test func three() {}") == ["three"])
  }

  @Test func testsWithAttributesOnTheirOwnLineAreFound() {
    #expect(names(in: "@Test(arguments: [\"0\", \"0.0\"]) func one(_ text: String) async {\n}") == ["one"])
    #expect(names(in: "@Test(\"A sentence (in brackets)\", .timeLimit(.minutes(10))) func two() throws {}") == ["two"])
    #expect(names(in: "@MainActor @Test(arguments: [1]) func three(\n  number: Int\n) {}") == ["three"])
  }

  @Test func testsWithAttributesOnPrecedingLinesAreFound() {
    #expect(names(in: "@Test(arguments: [1])\nfunc one(number: Int) {\n}") == ["one"])
    #expect(names(in: "@Test(\n  arguments: [1],\n  [2])\nfunc two(a: Int, b: Int) {\n}") == ["two"])
  }

  @Test func otherFunctionsAreNotTests() {
    #expect(names(in: "private func wait() {\n}\nfunc helper() {\n}") == [])
    #expect(names(in: "@Test(arguments: [1]) func one(n: Int) {\n}\nfunc helper() {\n}") == ["one"])
    #expect(names(in: "@Test func one() {}\nfunc helper() {}") == ["one"])
  }
}
