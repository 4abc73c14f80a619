import Foundation
import ProgramTestSupport
import Testing

/// `causeway contract types` and `causeway contract check`.
@Suite("The command contract") struct ContractCommandTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Contracts").standardizedFileURL.path
  private static let shop = folder + "/shop.json"
  private static let types = folder + "/shop.d.ts"
  private static func declarations() throws -> String { try String(contentsOfFile: types, encoding: .utf8) }

  @Test func typesAreWrittenToStandardOutputUnchanged() async throws {
    let result = try await causeway("contract", "types", Self.shop)
    #expect(result.code == 0, "\(result.error)")
    #expect(result.output == (try Self.declarations()))
  }

  @Test func aPipeGetsInvisibleCharactersUnchanged() async throws {
    let folder = try Folder()
    let member = #"{ "name": "a", "caller": "page", "form": "call", "documentation": "👩‍👩‍👧" }"#
    let file = try folder.write("a.json", "{ \"causeway\": 1, \"name\": \"A\", \"members\": [\(member)] }")
    let result = try await causeway("contract", "types", file)
    #expect(result.output.contains("  /** 👩‍👩‍👧 */\n"), "\(result.output)")
  }

  @Test func typesAreWrittenToAFile() async throws {
    let folder = try Folder()
    let result = try await causeway("contract", "types", Self.shop, "--out", folder.path("shop.d.ts"))
    #expect(result.code == 0, "\(result.error)")
    #expect(result.output == folder.path("shop.d.ts") + "\n")
    #expect(try folder.read("shop.d.ts") == Self.declarations())
  }

  @Test func aFileIsReplacedOnlyIfItsTypesDiffer() async throws {
    let folder = try Folder()
    let file = try folder.write("shop.d.ts", "old")
    #expect(try await causeway("contract", "types", Self.shop, "--out", file).code == 0)
    #expect(try folder.read("shop.d.ts") == Self.declarations())
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file)
    #expect(try await causeway("contract", "types", Self.shop, "--out", file).code == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date == old)
  }

  @Test func aFileThatCannotBeWrittenEndsWith1() async throws {
    let folder = try Folder()
    let result = try await causeway("contract", "types", Self.shop, "--out", folder.path("missing/shop.d.ts"))
    #expect(result.code == 1)
    #expect(result.error.contains("missing/shop.d.ts: the declarations cannot be written: "), "\(result.error)")
    #expect(result.output.isEmpty)
  }

  @Test func aValidContractIsSummarized() async throws {
    let result = try await causeway("contract", "check", Self.shop)
    #expect(result.code == 0, "\(result.error)")
    #expect(result.output == "\(Self.shop): valid: 25 members, 12 types, 2 errors\n")
    #expect(result.error.isEmpty)
  }

  @Test func declarationsOfTheSameContractAreUpToDate() async throws {
    let folder = try Folder()
    let windows = try folder.write("shop.d.ts", Self.declarations().replacingOccurrences(of: "\n", with: "\r\n"))
    for file in [Self.types, windows] {
      let result = try await causeway("contract", "check", Self.shop, file)
      #expect(result.code == 0, "\(result.error)")
      #expect(result.output.hasSuffix("\(file): up to date\n"))
    }
  }

  @Test func theFirstDifferenceOfOldDeclarationsIsShownWithTheCommandThatFixesIt() async throws {
    let folder = try Folder()
    let file = try folder.write(
      "old.d.ts", Self.declarations().replacingOccurrences(of: "in stock\": boolean", with: "in stock\": number"))
    let result = try await causeway("contract", "check", Self.shop, file)
    #expect(result.code == 1)
    #expect(
      result.error == """
        causeway: \(file), line 11: the declarations are not those of the contract
          the file has        "in stock": number;
          the contract has    "in stock": boolean;
        Write them again: causeway contract types \(Self.shop) --out \(file)

        """)
  }

  @Test func declarationsThatEndEarlyDiffer() async throws {
    let folder = try Folder()
    let file = try folder.write("old.d.ts", "")
    let result = try await causeway("contract", "check", Self.folder + "/empty.json", file)
    #expect(result.code == 1)
    #expect(result.error.contains("line 1: the declarations are not"))
    let longer = try folder.write("longer.d.ts", Self.declarations() + "\n")
    let second = try await causeway("contract", "check", Self.shop, longer)
    #expect(second.code == 1)
    #expect(second.error.contains("the contract has  no more lines"), "\(second.error)")
  }

  @Test(arguments: ["types", "check"])
  func aMistakeIsReportedWithItsFilePositionAndExpectedValue(command: String) async throws {
    let file = Self.folder + "/invalid/unknown-type.json"
    let result = try await causeway("contract", command, file)
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("causeway: \(file): members[0].result.type: expected "), "\(result.error)")
    #expect(result.error.contains("Types/contract.schema.json describes contracts"))
  }

  @Test func invalidJSONIsReportedWithLineAndColumn() async throws {
    let folder = try Folder()
    let file = try folder.write("a.json", "{\n  \"causeway\": 1,\n}")
    let result = try await causeway("contract", "check", file)
    #expect(result.code == 1)
    #expect(result.error.contains("a.json: the text is not JSON: "), "\(result.error)")
    #expect(result.error.contains(" at line 3, column 1"), "\(result.error)")
  }

  @Test func aFileThatCannotBeReadEndsWith2() async throws {
    let folder = try Folder()
    let result = try await causeway("contract", "check", folder.path("none.json"))
    #expect(result.code == 2)
    #expect(result.error.contains("none.json: the file cannot be read: "))
    let missing = try await causeway("contract", "check", Self.shop, folder.path("none.d.ts"))
    #expect(missing.code == 2)
    #expect(missing.error.contains("none.d.ts: the file cannot be read: "))
  }

  @Test(arguments: [
    ["contract"], ["contract", "type"], ["contract", "types"], ["contract", "types", "a", "b"], ["contract", "check"],
    ["contract", "check", "a", "b", "c"], ["contract", "check", "-", "-"], ["contract", "types", "a", "--out"],
  ])
  func badUsageEndsWith2(words: [String]) async throws {
    let result = try await causeway(words)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("usage: causeway "))
  }

  @Test(arguments: [("types", "FILE [options]"), ("check", "FILE [TYPES.d.ts]")])
  func theHelpContainsTheUsage(command: String, usage: String) async throws {
    let result = try await causeway("contract", command, "--help")
    #expect(result.code == 0)
    #expect(result.output.contains("Usage: causeway contract \(command) \(usage)\n"))
    #expect(result.output.contains("window.causeway"))
    #expect(try await causeway("contract", "--help").output.contains("contract \(command)"))
  }
}
