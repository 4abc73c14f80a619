import CausewayContract
import CausewayFiles
import CausewayTool
import Foundation

/// The command `causeway contract types FILE`, which writes a contract as TypeScript declarations.
struct ContractTypesCommand: Command {
  static let specification = CommandSpecification(
    name: "contract types", operands: ["FILE"],
    summary: "Writes the TypeScript declarations of a contract.",
    discussion: """
      Writes TypeScript declarations for pages from a contract's FILE, which can be - for standard input. Equal
      contracts have equal declarations, so keep them in version control, beside the page.

      \(ContractCommand.origin)

      The declarations are a module, which uses the global types of Types/causeway.d.ts. In the page:
        import type { Shop } from "./shop";
        const shop = causeway.connect<Shop>();
      """,
    options: [
      OptionSpecification(
        "--out", "FILE.d.ts",
        "Writes the declarations to this file, and prints its name. A file with the same text is not touched. Without "
          + "this option, the declarations go to standard output.")
    ],
    closing: """
      Exit codes:
        0  the declarations are written
        1  FILE is not a contract, or the declarations cannot be written
        2  the command's arguments are wrong, or FILE cannot be read

      Examples:
        causeway contract types shop.json --out web/shop.d.ts
        causeway contract types shop.json | less
      """)

  private let path: String
  private let output: String?

  init(_ arguments: Arguments) throws {
    path = arguments.operands[0]
    output = arguments.one("--out")
  }

  func run() async throws -> ExitCode {
    let declarations = try ContractCommand.contract(at: path).typeScript
    guard let output else {
      try StandardOutput.print(file: declarations)
      return .success
    }
    let url = URL(fileURLWithPath: output)
    do {
      let data = Data(declarations.utf8)
      // Do not write the same text again. Otherwise tools that watch the file would build the page again.
      if (try? Data(contentsOf: url)) != data { try data.write(to: url, options: .atomic) }
    } catch {
      throw PageError("\(output): the declarations cannot be written: \(FileReason.of(error, at: output))")
    }
    try StandardOutput.print(output)
    return .success
  }
}
