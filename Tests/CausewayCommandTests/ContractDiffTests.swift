import ProgramTestSupport
import Testing

/// `causeway contract diff`. The rules themselves are tested in `ContractComparisonTests`.
@Suite("The command contract diff") struct ContractDiffTests {
  private static func contract(_ sizes: String, _ rest: String = "") -> String {
    #"{ "causeway": 1, "name": "Shop", "members": [{ "name": "find", "caller": "page", "form": "call", "#
      + #""result": { "enum": [\#(sizes)] }\#(rest) }] }"#
  }

  private static func files(_ old: String, _ new: String) throws -> (folder: Folder, old: String, new: String) {
    let folder = try Folder()
    return (folder, try folder.write("old.json", old), try folder.write("new.json", new))
  }

  @Test func equalContractsEndWith0() async throws {
    let (folder, old, new) = try Self.files(Self.contract(#""s""#), Self.contract(#""s""#))
    let result = try await causeway("contract", "diff", old, new)
    #expect(result.code == 0, "\(result.error)")
    #expect(result.output == "The contracts do not differ.\n")
    withExtendedLifetime(folder) {}
  }

  @Test func anUnsafeChangeIsExplainedAndEndsWith1() async throws {
    let (folder, old, new) = try Self.files(
      Self.contract(#""s""#), Self.contract(#""s", "l""#, #", "documentation": "Finds.""#))
    let result = try await causeway("contract", "diff", old, new)
    #expect(result.code == 1)
    #expect(
      result.output == """
        Unsafe changes:
          function find: result has the new constant "l"
            page newer: safe. The newer page accepts all that the older app sends.
            app newer:  unsafe. The newer app may send "l", but the older page does not accept that.

        Safe changes:
          function find has another description

        If the page is newer: safe
        If the app is newer:  1 unsafe change

        """)
    withExtendedLifetime(folder) {}
  }

  @Test func theJSONContainsTheReasonsAndTheRefusedValue() async throws {
    let (folder, old, new) = try Self.files(Self.contract(#""s""#), Self.contract(#""s", "l""#))
    let result = try await causeway("contract", "diff", old, new, "--json")
    #expect(result.code == 1)
    #expect(result.output.hasPrefix(#"{"safe":false,"changes":[{"part":"function find","path":"result","text":"#))
    #expect(result.output.hasSuffix(#""refused":"l"}}]}"# + "\n"), "\(result.output)")
    withExtendedLifetime(folder) {}
  }

  @Test func aFileThatIsNotAContractEndsWith1AndIsNamed() async throws {
    let (folder, old, new) = try Self.files(Self.contract(#""s""#), "{}")
    let result = try await causeway("contract", "diff", old, new)
    #expect(result.code == 1)
    #expect(result.error.contains("new.json: \"causeway\" is missing"), "\(result.error)")
    let both = try await causeway("contract", "diff", "-", "-")
    #expect(both.code == 2)
    withExtendedLifetime(folder) {}
  }
}
