#if os(Linux)
import CausewayFiles
import CausewayTool
import Foundation
import OnsideMerchant
import OnsideMerchantPostgreSQL

/// The options with which the commands `causeway-merchant ledger` find the ledger.
struct LedgerOptions {
  /// The specifications of these options, for parsing and for the help of each command that has them.
  static let specification = [
    OptionSpecification(
      "--ledger", "FILE|URL",
      "The ledger: a file, or postgresql://host/database (put its password into PGPASSWORD). It overrides the "
        + "configuration's ledger."),
    OptionSpecification(
      "--config", "FILE.json", "The configuration file of causeway-merchant serve, whose ledger is used."),
  ]

  /// The part of each command's help that explains which ledger can be used.
  static let discussion = """
    A ledger in PostgreSQL can be used while causeway-merchant serve runs. A ledger in a file is open in one process only:
    stop the server first, or use a backup. Run the command as the server's user, because it makes files beside that file.
    If the configuration has the password of PostgreSQL as a credential, set \(SecretSource.folderVariable) to the folder of
    the secrets, as a user that can read them.
    """

  let location: MerchantServeOptions.Ledger

  init(_ arguments: Arguments, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    let secrets = SecretReader(environment: environment, readsSecrets: true)
    if let text = arguments.one("--ledger") {
      location = try MerchantServeOptions.Ledger(Setting(.path(text), at: "--ledger"), secrets)
    } else if let path = arguments.one("--config") {
      let mistakes = ConfigurationMistakes()
      let configuration = try ServeConfiguration(file: path, mistakes)
      let ofLedger = mistakes.errors.filter { $0.problem.hasPrefix("ledger") }
      guard ofLedger.isEmpty else { throw ConfigurationError(file: path, mistakes: ofLedger.map(\.problem)) }
      guard configuration.ledger != nil else {
        throw ConfigurationError(file: path, mistakes: ["ledger: it is missing"])
      }
      location = try MerchantServeOptions.Ledger(configuration.ledger, secrets)
    } else {
      throw UsageError("--ledger FILE|URL or --config FILE.json is missing")
    }
  }

  /// Opens the ledger, runs `work` with it, and closes it. Does not create a ledger.
  ///
  /// - Parameter checksIndexes: whether to compare each index of a file with its table.
  @MainActor func open<Value>(
    checksIndexes: Bool = false, _ work: @MainActor (any OwnedLedger) async throws -> Value
  ) async throws -> Value {
    try await Self.open(
      location, recordsEvents: false, checksIndexes: checksIndexes,
      ifServed: "make a copy with causeway-merchant ledger backup, and use the copy", work)
  }

  /// Opens the ledger at a location, runs `work` with it, and closes it. Does not create a ledger.
  ///
  /// - Parameters:
  ///   - recordsEvents: whether the ledger stores an event for each change.
  ///   - checksIndexes: whether to compare each index of a file with its table.
  ///   - advice: what to do if a server has the file open.
  @MainActor static func open<Value>(
    _ location: MerchantServeOptions.Ledger, recordsEvents: Bool, checksIndexes: Bool = false, ifServed advice: String,
    _ work: @MainActor (any OwnedLedger) async throws -> Value
  ) async throws -> Value {
    let ledger: any OwnedLedger
    switch location {
    case .temporary: throw UsageError("--ledger FILE|URL is missing")
    case .file(let file): ledger = try open(file, recordsEvents, checksIndexes, advice)
    case .postgreSQL(let connection, let password):
      ledger = try await PostgreSQLLedger(
        connection: connection, password: password, recordsEvents: recordsEvents, usesServerTime: true,
        clock: { Date() })
    }
    do {
      let value = try await work(ledger)
      await ledger.close()
      return value
    } catch {
      await ledger.close()
      throw error
    }
  }

  private static func open(_ file: URL, _ recordsEvents: Bool, _ checksIndexes: Bool, _ advice: String) throws
    -> SQLiteLedger
  {
    if let absence = FileReason.absence(of: file.path) {
      throw UsageError("\(file.path): \(absence.rawValue); name a ledger that this user can open")
    }
    do throws(LedgerError) {
      return try SQLiteLedger(
        file: file, recordsEvents: recordsEvents, checksIndexes: checksIndexes, clock: { Date() })
    } catch {
      // If the socket exists, a server has the file open.
      guard case .unavailable = error, FileManager.default.fileExists(atPath: LedgerControl.path(of: file)) else {
        throw error
      }
      throw LedgerControl.Failure(description: "\(file.path) is open in causeway-merchant serve: \(advice)")
    }
  }
}

extension Arguments {
  /// Returns the operand ORDER_ID.
  func orderID() throws -> UUID {
    guard let order = UUID(uuidString: operands[0]) else {
      throw UsageError("\(operands[0]): ORDER_ID must be a UUID: the transactionIdentifier of a transaction")
    }
    return order
  }
}
#endif
