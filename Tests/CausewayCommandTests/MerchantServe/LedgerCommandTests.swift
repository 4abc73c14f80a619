#if os(Linux)
import CausewayJSON
import Foundation
import MountTestSupport
import OnsideMerchant
import OnsideMerchantPostgreSQL
import PostgreSQLTestSupport
import ProgramTestSupport
import Testing

@testable import OnsideMerchantCommand

/// The commands `causeway-merchant ledger`, with real databases.
@Suite("causeway-merchant ledger", .timeLimit(.minutes(5))) struct LedgerCommandTests {
  enum Kind: CaseIterable {
    case sqlite, postgreSQL
  }

  private let folder: Folder

  init() throws { folder = try Folder() }

  private func merchant(_ words: String...) async throws -> ProgramResult {
    try await run("causeway-merchant", words, display: nil)
  }

  /// Makes a ledger with an order of ada, and returns its location. Its history was presented `count` times, and the
  /// decisions have the time `date`.
  private func makeLedger(_ kind: Kind, count: Int = 1, at date: Date = .now) async throws -> String {
    let location: String
    let ledger: any EntitlementLedger
    switch kind {
    case .sqlite:
      location = folder.path("ledger.sqlite")
      ledger = try SQLiteLedger(file: URL(fileURLWithPath: location), clock: { date })
    case .postgreSQL:
      let string = try PostgreSQLTestServer.shared.get().makeDatabase()
      ledger = try await PostgreSQLLedger(connection: string, clock: { date })
      // Convert the connection string to an address, because the options accept only addresses.
      let parts = Dictionary(
        uniqueKeysWithValues: string.split(separator: " ").map { part in
          let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
          return (pair[0], pair[1])
        })
      location = "postgresql:///\(parts["dbname"] ?? "")?host=\(parts["host"] ?? "")&user=\(parts["user"] ?? "")"
    }
    for time in 0..<count {
      let jws = try PublishersStore.history([
        "fetched_at": .string(RFC3339.text(Date(timeIntervalSince1970: 1_800_000_000 + Double(time))))
      ])
      let signed = try await HistoryVerifier(keys: PublishersStore.keys).verify(jws)
      _ = try await ledger.record(signed, for: "ada")
    }
    if let ledger = ledger as? SQLiteLedger { await ledger.close() }
    if let ledger = ledger as? PostgreSQLLedger { await ledger.close() }
    return location
  }

  private var order: String { PublishersStore.order.uuidString.lowercased() }

  @Test("Orders and their evidence are listed, shown and exported", arguments: Kind.allCases)
  func reading(_ kind: Kind) async throws {
    let ledger = try await makeLedger(kind, count: 2)
    let list = try await merchant("ledger", "list", "--ledger", ledger)
    #expect(list.code == 0 && list.output.contains("\(order)  valid"), "\(list.output) \(list.error)")
    let other = try await merchant("ledger", "list", "--ledger", ledger, "--customer", "eve")
    #expect(other.code == 0 && other.output.isEmpty && other.error == "There are no such orders.\n")
    let own = try await merchant("ledger", "list", "--ledger", ledger, "--customer", "ada", "--json")
    #expect(try JSONValue(parsing: own.output)["order_id"]?.stringValue == order)
    let show = try await merchant("ledger", "show", order.uppercased(), "--ledger", ledger)
    #expect(show.code == 0 && show.output.contains("customer          ada\n"), "\(show.output)")
    let unknown = try await merchant("ledger", "show", UUID().uuidString, "--ledger", ledger)
    #expect(unknown.code == 1 && unknown.error.contains("does not have the order"))
    let evidence = try await merchant("ledger", "evidence", order, "--ledger", ledger)
    #expect(
      evidence.output.split(separator: "\n").count == 2 && evidence.output.contains("  granted  "), "\(evidence.output)"
    )
    let jws = try await merchant("ledger", "evidence", order, "--ledger", ledger, "--jws")
    #expect(jws.output.split(separator: "\n").allSatisfy { $0.split(separator: ".").count == 3 })
    let export = try await merchant("ledger", "export", "--ledger", ledger)
    let value = try JSONValue(parsing: export.output)
    #expect(value["evidence"]?.arrayValue?.count == 2 && value["evidence"]?[0]?["statement"] == nil)
    let full = try await merchant("ledger", "export", "--ledger", ledger, "--with-statements")
    #expect(try JSONValue(parsing: full.output)["evidence"]?[0]?["statement"]?.stringValue != nil)
    let check = try await merchant("ledger", "check", "--ledger", ledger)
    #expect(check.code == 0 && check.output == "Orders: 1; decisions with evidence: 2; faults: 0\n", "\(check.error)")
  }

  /// A time whose evidence is older than a day. It is later than 10,000 days ago.
  private static let longAgo = Date(timeIntervalSince1970: 1_700_000_000)

  @Test("Old evidence is removed by a running server") func pruneByServer() async throws {
    let ledger = try await makeLedger(.sqlite, count: 4, at: Self.longAgo)
    let merchant = try await ServedMerchant(["ledger": ["file": .string(ledger)]])
    let prune = try await self.merchant("ledger", "prune", "--ledger", ledger, "--older-than", "1")
    #expect(prune.output == "Removed decisions: 2; signed statements: 2\n", "\(prune.error)")
    #expect(try await merchant.end().code == 0)
  }

  @Test("Old evidence is removed", arguments: Kind.allCases) func prune(_ kind: Kind) async throws {
    let ledger = try await makeLedger(kind, count: 4, at: Self.longAgo)
    let young = try await merchant("ledger", "prune", "--ledger", ledger, "--older-than", "10000")
    #expect(young.output == "Removed decisions: 0; signed statements: 0\n", "\(young.error)")
    let old = try await merchant("ledger", "prune", "--ledger", ledger, "--older-than", "1")
    #expect(old.output == "Removed decisions: 2; signed statements: 2\n", "\(old.error)")
    let missing = try await merchant("ledger", "prune", "--ledger", ledger)
    #expect(missing.code == 2 && missing.error.contains("--older-than DAYS is missing"))
  }

  @Test("A ledger in PostgreSQL is left to pg_dump") func databaseBackup() async throws {
    let result = try await merchant(
      "ledger", "backup", "--ledger", "postgresql://db.example/shop", "--out", folder.path("backup"))
    #expect(result.code == 2 && result.error.contains("use pg_dump"), "\(result.error)")
  }

  @Test("A ledger that does not exist is not created") func missing() async throws {
    let file = folder.path("nothing.sqlite")
    let result = try await merchant("ledger", "list", "--ledger", file)
    #expect(result.code == 2 && result.error.contains("the file does not exist"))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("A file that is not a ledger is an error, and stays as it is") func notALedger() async throws {
    let file = try folder.write("orders.jsonl", "{}\n")
    for words in [["list"], ["show", order], ["check"], ["prune", "--older-than", "1"], ["events"], ["export"]] {
      let result = try await run("causeway-merchant", ["ledger"] + words + ["--ledger", file], display: nil)
      #expect(result.code == 1 && result.error.contains("\(file) is not a ledger"), "\(result.error)")
    }
    #expect(try folder.read("orders.jsonl") == "{}\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root) == ["orders.jsonl"])
  }

  @Test("A server without a socket for the commands says so in its log, and works") func noSocket() async throws {
    // The path of a socket has at most 107 bytes.
    let long = folder.path(String(repeating: "d", count: 107))
    try FileManager.default.createDirectory(atPath: long, withIntermediateDirectories: false)
    let merchant = try await ServedMerchant(["ledger": ["file": .string("\(long)/ledger.sqlite")]])
    #expect(try await merchant.validate().status == 200)
    let lines = try await merchant.end().log.filter { $0["event"]?.stringValue == "ledger_control_failed" }
    #expect(lines.count == 1 && lines[0]["message"]?.stringValue?.contains("too long") == true, "\(lines)")
  }

  @Test("Only the end of the server ends the wait for the commands") func acceptErrors() {
    #expect(LedgerControlServer.AcceptError(EINVAL) == .stopped)
    for number in [EINTR, ECONNABORTED] { #expect(LedgerControlServer.AcceptError(number) == .harmless) }
    for number in [EMFILE, ENFILE, ENOBUFS, ENOMEM] { #expect(LedgerControlServer.AcceptError(number) == .failed) }
  }

  @Test("A changed statement is a fault") func changedStatement() async throws {
    let connection = try PostgreSQLTestServer.shared.get()
    let ledger = try await makeLedger(.postgreSQL)
    let name = String(ledger.dropFirst("postgresql:///".count).prefix { $0 != "?" })
    try connection.run("UPDATE onside_ledger_statement SET jws = jws || 'x'", in: name)
    let result = try await merchant("ledger", "check", "--ledger", ledger)
    #expect(result.code == 1 && result.output.contains("was changed"), "\(result.output)")
    #expect(result.output.contains("faults: 1"))
    // The statement of an order that is not stored, because only other customers have presented it, is checked too.
    for table in ["onside_ledger_order", "onside_ledger_owner"] { try connection.run("DELETE FROM \(table)", in: name) }
    let unstored = try await merchant("ledger", "check", "--ledger", ledger)
    #expect(unstored.code == 1 && unstored.output.contains("was changed"), "\(unstored.output)")
    #expect(unstored.output.contains("Orders: 0; decisions with evidence: 1; faults: 1"))
  }

  @Test(
    "A copy that only the server sees, as in a /tmp of its own, is reported as an error",
    .enabled(if: Mounting.isAllowed))
  func privateFolder() async throws {
    let merchant = try await ServedMerchant()
    let folder = URL(fileURLWithPath: merchant.folder.path("private"), isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let output = try Mounting.run(
      """
      mount -t tmpfs tmpfs "$1"
      code=0
      "$2" ledger backup --ledger "$3" --out "$1/copy.sqlite" 2>&1 || code=$?
      echo "code $code"
      """, folder, BuiltPrograms.named("causeway-merchant"),
      URL(fileURLWithPath: merchant.folder.path("ledger.sqlite")))
    #expect(output.contains("sees another folder there") && output.hasSuffix("code 1\n"), "\(output)")
    _ = try await merchant.end()
  }

  @Test("While the server runs, the ledger is copied and pruned by the server, and not opened") func running()
    async throws
  {
    let merchant = try await ServedMerchant()
    #expect(try await merchant.validate().status == 200)
    let (ledger, copy) = (merchant.folder.path("ledger.sqlite"), merchant.folder.path("copy.sqlite"))
    let socket = try FileManager.default.attributesOfItem(atPath: ledger + ".control")
    #expect(socket[.posixPermissions] as? Int == 0o600)
    let refused = try await self.merchant("ledger", "list", "--ledger", ledger)
    #expect(refused.code == 1 && refused.error.contains("ledger backup"), "\(refused.error)")
    let backup = try await self.merchant(
      "ledger", "backup", "--config", merchant.folder.path("config.json"), "--out", copy)
    #expect(backup.code == 0 && backup.output.hasPrefix("\(copy): "), "\(backup.error)")
    let status = try FileManager.default.attributesOfItem(atPath: copy)
    #expect(status[.posixPermissions] as? Int == 0o600)
    let again = try await self.merchant("ledger", "backup", "--ledger", ledger, "--out", copy)
    #expect(again.code == 1 && again.error.contains("the file exists already"), "\(again.error)")
    let prune = try await self.merchant("ledger", "prune", "--ledger", ledger, "--older-than", "30")
    #expect(prune.code == 0 && prune.output == "Removed decisions: 0; signed statements: 0\n", "\(prune.error)")
    #expect(try await merchant.validate().body.contains("alreadyGranted"))
    let check = try await self.merchant("ledger", "check", "--ledger", copy)
    #expect(check.code == 0 && check.output.hasPrefix("Orders: 1;"), "\(check.output) \(check.error)")
    let log = try await merchant.end().log
    #expect(log.filter { $0["event"]?.stringValue == "ledger_work" }.count == 2)
    #expect(!FileManager.default.fileExists(atPath: ledger + ".control"))
  }
}
#endif
