import Foundation
import OnsideMerchant
import OnsideMerchantPostgreSQL

/// The location of a ledger: the path of a file, or a connection string.
struct KillPlace: CustomStringConvertible {
  let description: String

  init(_ description: String) throws { self.description = description }

  /// Opens the ledger.
  func open() async throws -> any EntitlementLedger {
    description.contains("=")
      ? try await PostgreSQLLedger(connection: description)
      : try SQLiteLedger(file: URL(fileURLWithPath: description))
  }
}
