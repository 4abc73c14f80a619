import CausewayContract
import CausewayTool

/// The command `causeway contract check FILE [TYPES.d.ts]`, which checks a contract's file and a page's TypeScript
/// declarations.
struct ContractCheckCommand: Command {
  static let specification = CommandSpecification(
    name: "contract check", operands: ["FILE", "[TYPES.d.ts]"],
    summary: "Checks a contract, and that TypeScript declarations are up to date.",
    discussion: """
      Checks that FILE, which can be - for standard input, is a contract. With TYPES.d.ts, also checks that these
      declarations are the ones that causeway contract types writes for it, so that a page is never compiled with the
      declarations of another version. Line endings may differ.

      \(ContractCommand.origin)
      """,
    options: [],
    closing: """
      Exit codes:
        0  the file is a contract, and the declarations are up to date
        1  the file is not a contract, or the declarations differ: standard error has the first difference
        2  the command's arguments are wrong, or a file cannot be read

      Examples:
        causeway contract check shop.json
        causeway contract check shop.json web/shop.d.ts
      """)

  private let path: String
  private let types: String?

  init(_ arguments: Arguments) throws {
    path = arguments.operands[0]
    types = arguments.operands.count > 1 ? arguments.operands[1] : nil
    if path == "-", types == "-" {
      throw UsageError(Self.specification, "only one of the files can be standard input")
    }
  }

  func run() async throws -> ExitCode {
    let contract = try ContractCommand.contract(at: path)
    let kept = try types.map(ContractCommand.text)
    try StandardOutput.print("\(ContractCommand.name(of: path)): valid: \(Self.summary(of: contract))")
    guard let types, let kept else { return .success }
    let name = ContractCommand.name(of: types)
    guard let difference = TextDifference(kept, contract.typeScript) else {
      try StandardOutput.print("\(name): up to date")
      return .success
    }
    Tool.complain("\(name), line \(difference.line): the declarations are not those of the contract")
    StandardError.print("  the file has      \(difference.old ?? "no more lines")")
    StandardError.print("  the contract has  \(difference.new ?? "no more lines")")
    let file = types == "-" ? "FILE.d.ts" : types
    StandardError.print("Write them again: causeway contract types \(path) --out \(file)")
    return .failure
  }

  private static func summary(of contract: Contract) -> String {
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    return [
      count(contract.members.count, "member"), count(contract.types.count, "type"),
      count(contract.errors.count, "error"),
    ].joined(separator: ", ")
  }
}

/// The first line in which two texts differ. Line endings may differ.
struct TextDifference {
  /// The number of the line, counted from 1.
  let line: Int
  /// The line of the old text; nil if the text has ended.
  let old: String?
  /// The line of the new text; nil if the text has ended.
  let new: String?

  /// Finds the first difference; nil if there is none.
  init?(_ old: String, _ new: String) {
    let (old, new) = (Self.lines(old), Self.lines(new))
    // Compares bytes: to Swift, texts with composed and decomposed letters are equal, but to TypeScript they are not.
    let same = zip(old, new).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    guard same < max(old.count, new.count) else { return nil }
    line = same + 1
    self.old = same < old.count ? old[same] : nil
    self.new = same < new.count ? new[same] : nil
  }

  private static func lines(_ text: String) -> [String] {
    // To Swift, CR LF is one character. A split at LF alone would not find it.
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
  }
}
