#if os(Linux)
import Foundation
import OnsideMerchant
import OnsideMerchantPostgreSQL

extension MerchantServeOptions.Ledger {
  /// Works with the ledger, which is closed when this returns, however the work ended.
  @MainActor func open(_ work: @MainActor (any EntitlementLedger) async throws -> ExitCode) async throws -> ExitCode {
    switch self {
    case .file(let file):
      let ledger = try SQLiteLedger(file: file)
      return try await Self.using(ledger, closing: ledger.close, work)
    case .postgreSQL(let connection):
      let ledger = try await PostgreSQLLedger(connection: connection)
      return try await Self.using(ledger, closing: ledger.close, work)
    case .temporary:
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(at: folder) }  // what is left is in the system's temporary folder
      let ledger = try SQLiteLedger(file: folder.appendingPathComponent("ledger.sqlite"))
      return try await Self.using(ledger, closing: ledger.close, work)
    }
  }

  @MainActor private static func using(
    _ ledger: any EntitlementLedger, closing: () async -> Void,
    _ work: @MainActor (any EntitlementLedger) async throws -> ExitCode
  ) async throws -> ExitCode {
    do {
      let code = try await work(ledger)
      await closing()
      return code
    } catch {
      await closing()
      throw error
    }
  }
}
#endif
