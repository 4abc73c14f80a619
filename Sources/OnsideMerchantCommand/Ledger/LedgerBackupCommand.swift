#if os(Linux)
import CausewayTool
import Foundation
import OnsideMerchant

/// The command `causeway-merchant ledger backup`, which copies a ledger in SQLite.
struct LedgerBackupCommand: Command {
  static let specification = CommandSpecification(
    program: "causeway-merchant", name: "ledger backup", operands: [],
    summary: "Copies a ledger into a new file, also while the server runs.",
    discussion: """
      Copies a ledger in a file into a new file, which is a complete ledger. If causeway-merchant serve has the ledger
      open, it makes the copy itself, while it answers requests; the new file must then be where that server may write.
      For a ledger in PostgreSQL, use pg_dump.
      """,
    options: LedgerOptions.specification + [
      OptionSpecification("--out", "FILE", "The new file, which must not exist. Only its user can read it.")
    ],
    closing: """
      Exit codes:
        0  the copy is complete and on the disk
        1  the copy could not be made
        2  the command's arguments are wrong

      Example:
        causeway-merchant ledger backup --ledger ledger.sqlite --out backup.sqlite
        causeway-merchant ledger check --ledger backup.sqlite
      """)

  private let ledger: LedgerOptions
  private let target: URL

  init(_ arguments: Arguments) throws {
    ledger = try LedgerOptions(arguments)
    target = URL(fileURLWithPath: try arguments.required("--out"))
    if case .postgreSQL = ledger.location {
      throw UsageError(
        "a ledger in PostgreSQL is not copied by this command; use pg_dump, with the tables onside_ledger_*")
    }
  }

  func run() async throws -> ExitCode {
    guard case .file(let file) = ledger.location else { return .failure }
    // Otherwise an old file would look like the copy if the server sees another folder.
    try SQLiteLedger.checkIsNew(target)
    if let answer = try await LedgerControl.ask(.backup(to: target), of: file) {
      guard FileManager.default.fileExists(atPath: target.path) else {
        throw LedgerControl.Failure(
          description:
            "the copy is not at \(target.path) for this command, because the server sees another folder there: systemd "
            + "gives a service a /tmp of its own, which it deletes when the service ends. Choose a folder that both see, "
            + "such as that of the ledger")
      }
      try StandardOutput.print(answer)
      return .success
    }
    return try await ledger.open { ledger in
      guard let ledger = ledger as? SQLiteLedger else { return .failure }
      try StandardOutput.print(Self.text(target, try await ledger.backup(to: target)))
      return .success
    }
  }

  nonisolated static func text(_ file: URL, _ bytes: Int) -> String { "\(file.path): \(bytes) bytes" }
}
#endif
