import CausewayFiles
import Foundation

/// The command `man --out DIR`, which writes the manual pages.
struct ManualCommand: Command {
  static func specification(of tool: Tool) -> CommandSpecification {
    CommandSpecification(
      program: tool.name, name: "man", operands: [],
      summary: "Writes the manual pages of all commands.",
      discussion: """
        Writes a manual page for each command into a folder. The pages have the same texts as --help. Files with the names
        of the pages are replaced.
        """,
      options: [
        OptionSpecification("--out", "DIR", "The folder for the pages; created if it does not exist.")
      ],
      closing: """
        Exit codes:
          0  the pages are written; their names are on standard output
          1  a page could not be written
          2  the command's arguments are wrong

        Examples:
          \(tool.name) man --out ~/.local/share/man/man1
          man \(tool.name)-\(tool.firstCommand)
        """)
  }

  private let folder: URL
  private let tool: Tool

  init(_ arguments: Arguments, of tool: Tool) throws {
    self.tool = tool
    folder = URL(fileURLWithPath: try arguments.required("--out"), isDirectory: true)
  }

  func run() async throws -> ExitCode {
    let pages =
      [ManualPage(listing: tool)] + tool.specifications.map { ManualPage(of: $0, version: tool.version) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw ManualError("--out \(folder.path): the folder cannot be created: \(FileReason.of(error, at: folder.path))")
    }
    for page in pages {
      let file = folder.appendingPathComponent(page.file)
      do {
        try Data(page.source.utf8).write(to: file, options: .atomic)
      } catch {
        throw ManualError("\(file.path): the page cannot be written: \(FileReason.of(error, at: file.path))")
      }
      try StandardOutput.print(file.path)
    }
    return .success
  }
}

/// The reason why a manual page was not written.
struct ManualError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
