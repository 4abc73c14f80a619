import CausewayFiles
import Foundation

/// The command `causeway man --out DIR`, which writes the manual pages.
struct ManualCommand: Command {
  static let specification = CommandSpecification(
    name: "man", operands: [],
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
        causeway man --out ~/.local/share/man/man1
        man causeway-open
      """)

  private let folder: URL

  init(_ arguments: Arguments) throws {
    folder = URL(fileURLWithPath: try arguments.required("--out"), isDirectory: true)
  }

  func run() async throws -> ExitCode {
    let commands = Tool.specifications
    let overview = ManualPage(
      listing: commands, summary: Tool.summary, discussion: Tool.discussion, version: Tool.version)
    let pages = [overview] + commands.map { ManualPage(of: $0, version: Tool.version) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw PageError("--out \(folder.path): the folder cannot be created: \(FileReason.of(error, at: folder.path))")
    }
    for page in pages {
      let file = folder.appendingPathComponent(page.file)
      do {
        try Data(page.source.utf8).write(to: file, options: .atomic)
      } catch {
        throw PageError("\(file.path): the page cannot be written: \(FileReason.of(error, at: file.path))")
      }
      try StandardOutput.print(file.path)
    }
    return .success
  }
}
