import CausewayContract
import CausewayJSON
import Foundation
import ProgramTestSupport
import SeededGenerator
import Testing

/// A contract as TypeScript. `script/check-types` compiles the declarations of `Tests/Contracts` together with pages that
/// use them.
@Suite("Contracts as TypeScript") struct TypeScriptTests {
  @Test(arguments: ["shop", "empty"]) func theDeclarationsOfTheSamplesEqualTheStoredFiles(name: String) throws {
    let contract = try Contract(parsing: SampleContracts.text("\(name).json"))
    #expect(contract.typeScript == (try SampleContracts.text("\(name).d.ts")))
  }

  @Test func theOrderOfMembersAndErrorsDoesNotMatter() throws {
    var contract = try Contract(parsing: SampleContracts.text("shop.json"))
    let text = contract.typeScript
    contract.members.reverse()
    contract.errors.reverse()
    #expect(contract.typeScript == text)
  }

  /// In Swift, a slash with a combining accent is one character, which differs from a slash. In JavaScript, the slash
  /// still ends a comment.
  @Test(arguments: ["a */ b", "a */\u{301} b", "**/", "*/*/", "a\n*/ b", "\u{2028}*/", "*\u{2028}/"])
  func noTextEndsItsComment(text: String) {
    let contract = Contract(
      name: text, members: [Contract.Member("a", caller: .page, form: .call, documentation: text, deprecation: text)],
      errors: [.init("E", code: "E", documentation: text)])
    let lines = contract.typeScript.unicodeScalars.split { "\n\r\u{2028}\u{2029}".unicodeScalars.contains($0) }
    for line in lines {
      let bytes = Array(String(line).utf8)
      let ends = bytes.indices.dropLast().filter {
        bytes[$0] == UInt8(ascii: "*") && bytes[$0 + 1] == UInt8(ascii: "/")
      }
      #expect(ends.allSatisfy { $0 == bytes.count - 2 }, "\(String(line))")
    }
    #expect(lines.first?.starts(with: "// The contract".unicodeScalars) == true)
    #expect(lines.dropFirst(3).first?.starts(with: "/**".unicodeScalars) == true)
  }

  @Test func anEmptyOrBlankDocumentationHasNoComment() {
    let contract = Contract(
      name: "Shop", members: [Contract.Member("ping", caller: .page, form: .call, documentation: " \n ")])
    #expect(contract.typeScript.contains("export interface Shop {\n  ping(parameters?: undefined,"))
  }

  @Test func invisibleCharactersInNamesAreEscaped() {
    let contract = Contract(
      name: "Shop", types: ["A": .constants(["a\u{2028}b", "\u{202E}", "👩\u{200D}👧", "\u{0}\\"])])
    #expect(
      contract.typeScript.contains(#"type A = "a\u{2028}b" | "\u{202E}" | "👩\u{200D}👧" | "\u0000\\";"#),
      "\(contract.typeScript)")
  }

  @Test func theDeclarationsOfAnyContractCompile() async throws {
    var generator = SeededGenerator()
    let folder = try Folder()
    let types = SampleContracts.root.appendingPathComponent("Types/causeway.d.ts").path
    var files: [String] = []
    for index in 0..<60 {
      let contract = RandomContract(
        &generator, words: index % 2 == 0 ? RandomContract.keywords : RandomContract.hostile)
      files.append(try folder.write("contract\(index).ts", contract.value.typeScript))
    }
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments =
      ["tsc", "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", types] + files
    compiler.standardOutput = try folder.file("output")
    let code = try await compiler.runToEnd()
    let output = try folder.read("output")
    #expect(code == 0, "seed \(generator.seed): \(output.prefix(2_000))")
  }
}

/// The contracts of the folder `Tests/Contracts`.
enum SampleContracts {
  /// The folder of the package.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let folder = root.appendingPathComponent("Tests/Contracts")

  /// Returns the text of a file.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the paths of the contracts in a folder. Throws if it has none, because the tests would then test nothing.
  static func names(in subfolder: String) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(subfolder).path)
    let contracts = names.filter { $0.hasSuffix(".json") }.sorted()
    guard !contracts.isEmpty else { throw CocoaError(.fileReadNoSuchFile) }
    return contracts.map { subfolder.isEmpty ? $0 : "\(subfolder)/\($0)" }
  }
}
