import CausewayDatabase
import Foundation

// The store's database. The services change the database with these functions; the SQL is in the records of each topic.

extension Database {
  /// Opens the store's database, or creates it.
  ///
  /// The database stores times as whole milliseconds since 1970, by the store's clock; the times of a customer's orders
  /// and subscriptions are by the customer's clock, which may be ahead. Only the expiry times of
  /// tokens, the arrival times of reports and `clock.real_start` are in real time.
  convenience init(storeIn folder: URL) throws(DatabaseError) {
    try self.init(file: folder.appendingPathComponent("store.sqlite"), definition: .store)
  }

  /// Runs work on the database, and converts its errors.
  func run<Value>(_ work: () throws(DatabaseError) -> Value) throws(SandboxProblem) -> Value {
    do throws(DatabaseError) {
      return try work()
    } catch {
      throw SandboxProblem(error)
    }
  }

  /// Runs work in a transaction. A problem that `work` returns does not roll the transaction back; an error that it
  /// throws does.
  func runTransaction<Value>(
    _ work: () throws(DatabaseError) -> Result<Value, SandboxProblem>
  ) throws(SandboxProblem) -> Value {
    try run { () throws(DatabaseError) in try transaction(work) }.get()
  }

  /// Returns the number of the last row that this connection inserted.
  func lastNumber() throws(DatabaseError) -> Int64 {
    try query("SELECT last_insert_rowid()") { row throws(DatabaseError) in try row.integer(0) }[0]
  }
}

extension DatabaseDefinition {
  /// The store's tables. Each topic's records define their own. A released script must not change, so a change of a
  /// table is a new script at the end.
  static let store = DatabaseDefinition(
    applicationID: 0x4F6E_7353,  // "OnsS"
    migrations: [
      [
        AccountRecords.tables, SessionRecords.tables, CardRecords.tables, OrderRecords.tables,
        SubscriptionRecords.tables, OrderKeyRecords.tables, ClockRecords.tables, SigningKeyRecords.tables,
        AttributionRecords.tables, EventRecords.tables,
      ].joined(),
      UsedTokenRecords.tables,
      ReportRecords.tables,
      CardRecords.tokensForNumbers,
      OrderKeyRecords.refusalColumn + CardKeyRecords.tables,
      UsedTokenRecords.forgottenTable,
      CardRecords.validUntilColumn + AccountRecords.paymentsFailColumn + SubscriptionRecords.retryColumns,
      OrderRecords.proratedRefundColumn + SubscriptionRecords.changeColumns,
      PriceRecords.tables + SubscriptionRecords.consentColumn,
      CustomerClockRecords.tables,
      NotificationRecords.tables,
    ])
}

extension DatabaseValue {
  /// Creates a text with the JSON of a value.
  static func json(_ value: some Encodable) -> DatabaseValue {
    guard let data = try? JSONEncoder().encode(value) else {
      preconditionFailure("The value contains something that JSON cannot express")
    }
    return .text(String(decoding: data, as: UTF8.self))
  }
}

extension SandboxProblem {
  /// Creates the problem for an error of the database. The changes of the call may or may not be on disk.
  init(_ error: DatabaseError) {
    self.init(.unavailable, "The store cannot use its disk; the reason is in the store's log")
    cause = error.description
  }
}
