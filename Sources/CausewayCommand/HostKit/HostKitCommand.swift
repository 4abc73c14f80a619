import CausewayTool
import Foundation
import HostKits

/// The command `causeway host-kit NAME`, which writes the files of a host kit.
struct HostKitCommand: Command {
  static let specification = CommandSpecification(
    name: "host-kit", operands: ["NAME", "[DIR]"],
    summary: "Writes the page scripts and small hosts for Android or Windows.",
    discussion: """
      Writes a host kit into DIR, which is created if it does not exist. Without DIR, the kit goes to a folder
      causeway-NAME in the current folder. An existing file is never replaced: in that case,
      nothing is written.

      NAME is one of:
        android  page/    the page scripts of Today and Link; put them into assets/
                 java/    hosts for both, in Java; put them into the app's sources
                 androidx/  the only file that uses the library androidx.webkit
        windows  the page scripts of Today for WebView2: one that uses messages, and one that uses a host object

      Each kit has a README.md with the steps to the first message.
      """,
    options: [],
    closing: """
      Exit codes:
        0  the files are written; their names are on standard output
        1  a file could not be written, or already exists
        2  the command's arguments are wrong

      Examples:
        causeway host-kit android
        causeway host-kit windows desktop/bridge
      """, operandChoices: ["NAME": HostKit.allCases.map(\.rawValue)])

  private let kit: HostKit
  private let directory: URL

  init(_ arguments: Arguments) throws {
    kit = try arguments.choice(ofOperand: 0, HostKit.self)
    let path = arguments.operands.count > 1 ? arguments.operands[1] : "causeway-\(kit.rawValue)"
    guard !path.isEmpty else { throw UsageError(Self.specification, "DIR is empty; name a folder") }
    directory = URL(fileURLWithPath: path, isDirectory: true)
  }

  func run() async throws -> ExitCode {
    guard let folder = kit.folder else {
      throw PageError(
        "the files of the host kits are missing beside the program; make a symbolic link to the program instead of a copy"
      )
    }
    let files = try HostKitFiles(in: folder)
    for path in try files.write(to: directory) { try StandardOutput.print(lines: [path]) }
    return .success
  }
}
