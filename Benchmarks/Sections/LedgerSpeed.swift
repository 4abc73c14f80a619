import Foundation
import OnsideMerchant

#if os(Linux)
import OnsideMerchantPostgreSQL
import PostgreSQLTestSupport
#endif

/// Measures the ledger's part of a validation: recording an order durably with its evidence. The baseline is a plain
/// durable insert of the signed statement.
@MainActor enum LedgerSpeed {
  private static let clients = 64

  static func run(_ size: Size, _ report: Report) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Errors are ignored, because the system removes old files from its temporary folder.
    defer { try? FileManager.default.removeItem(at: folder) }

    report.begin("The ledger on SQLite, \(clients) clients")
    let bare = try BareStatements(folder.appendingPathComponent("bare.sqlite"))
    let ledger = try SQLiteLedger(file: folder.appendingPathComponent("ledger.sqlite"))
    try await measure("sqlite", size, report, ledger) { try bare.write($0) }
    await ledger.close()

    #if os(Linux)
    report.begin("The ledger on PostgreSQL, \(clients) clients, 4 connections")
    // Do not use the tests' setting `fsync=off`: the server must answer only when the order is on the disk, as in
    // production.
    let server = try PostgreSQLTestServer(settings: [])
    let place = try server.makeDatabase()
    let bareServer = try BarePostgreSQL(place)
    let shared = try await PostgreSQLLedger(connection: place)
    try await measure("postgreSQL", size, report, shared) { try bareServer.write($0) }
    await shared.close()
    #endif
  }

  /// Measures the ledger and the bare inserts in turns, so that other work of the machine affects both equally.
  private static func measure(
    _ name: String, _ size: Size, _ report: Report, _ ledger: any EntitlementLedger,
    bare: (ArraySlice<String>) throws -> Void
  ) async throws {
    let (singles, each) = (200, 2000)
    var (single, batch, new, known, alone) = (Cost(), Cost(), Cost(), Cost(), Cost())
    for turn in 0...size.ledgerTurns {
      let isWarm = turn > 0
      let ones = LedgerLoad.histories(singles).map(\.jws)
      try await single.measure(singles, isWarm: isWarm) { for place in ones.indices { try bare(ones[place...place]) } }
      let many = LedgerLoad.histories(each).map(\.jws)
      try await batch.measure(each, isWarm: isWarm) {
        for start in stride(from: 0, to: each, by: clients) { try bare(many[start..<min(each, start + clients)]) }
      }
      let histories = LedgerLoad.histories(each)
      try await new.measure(each, isWarm: isWarm) {
        try await LedgerLoad.present(histories, to: ledger, clients: clients)
      }
      try await known.measure(each, isWarm: isWarm) {
        try await LedgerLoad.present(histories, to: ledger, clients: clients)
      }
      let calls = LedgerLoad.histories(singles)
      try await alone.measure(singles, isWarm: isWarm) {
        try await LedgerLoad.present(calls, to: ledger, clients: 1)
      }
    }
    report.add("bare, one insert a transaction", single.rate, "/s")
    report.add("bare, \(clients) inserts a transaction", batch.rate, "/s", over: ("bare single", single.rate))
    report.add("new orders, one client", alone.rate, "/s", over: ("bare single", single.rate))
    report.add("new orders", new.rate, "/s", over: ("bare single", single.rate))
    report.add("the same", new.rate, "/s", over: ("bare batch", batch.rate))
    report.add("granted already", known.rate, "/s", over: ("bare single", single.rate))
    report.add("new orders: processor time of this process", new.coreMicroseconds, "µs")
    report.add("granted already: processor time of this process", known.coreMicroseconds, "µs")
    report.figure("\(name)LedgerNewPerSecond", new.rate)
    report.figure("\(name)LedgerKnownPerSecond", known.rate)
    report.ratio("\(name)LedgerNewOverBareInsert", new.rate / single.rate)
    report.ratio("\(name)LedgerNewOverBareBatch", new.rate / batch.rate)
  }
}
