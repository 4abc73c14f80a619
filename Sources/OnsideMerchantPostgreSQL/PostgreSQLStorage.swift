import Foundation
import OnsideMerchant

/// The ledger's tables in PostgreSQL. The storage uses one connection, and reconnects when the connection is lost.
///
/// Every transaction takes its locks in the same order, so that transactions cannot deadlock. A transaction that
/// changes an order first locks its original order (``OrderStatement/originalOrderID``). It locks one table after
/// another (new owners, owners, orders, statements, evidence), and the rows of a table in the order of their keys.
package final class PostgreSQLStorage: LedgerStorage {
  package static let isShared = true

  /// Whether the database's clock decides what is due, so that the servers' clocks may differ.
  let usesServerTime: Bool
  private let string: ConnectionString
  /// The deadline of the running call.
  private var deadline = LedgerDeadline(after: nil)
  private var open: PostgreSQLConnection?
  private var isClosed = false

  init(_ string: ConnectionString, usesServerTime: Bool) {
    self.string = string
    self.usesServerTime = usesServerTime
  }

  /// Connects to the server and checks the version of the tables.
  func check() throws(PostgreSQLFailure) { _ = try connection }

  package func reading<Value>(
    until deadline: LedgerDeadline, _ body: () throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> Value {
    try repeating(until: deadline, body)
  }

  package func transaction<Value>(
    until deadline: LedgerDeadline, _ body: () throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> Value {
    try repeating(until: deadline) { () throws(PostgreSQLFailure) in
      try connection.enqueue("BEGIN")
      do throws(PostgreSQLFailure) {
        let value = try body()
        try connection.query("COMMIT")
        return value
      } catch {
        open?.removeQueue()
        if let open, open.isOpen { try? open.run("ROLLBACK") }  // report the first error
        throw error
      }
    }
  }

  package func close() {
    isClosed = true
    open = nil
  }

  /// The open connection. Connects if there is none. Use it only within ``repeating(until:_:)``.
  var connection: PostgreSQLConnection {
    get throws(PostgreSQLFailure) {
      guard !isClosed else { throw PostgreSQLFailure(kind: .lasting, ledgerError: .closed) }
      if let open { return open }
      let connection = try PostgreSQLConnection(string, until: deadline)
      try PostgreSQLSchema.prepare(connection)
      open = connection
      return connection
    }
  }

  /// Runs `body` again after a transient failure: with a new connection, or after the transaction that conflicted.
  private func repeating<Value>(
    until deadline: LedgerDeadline, _ body: () throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> Value {
    self.deadline = deadline
    open?.deadline = deadline
    var backoff = LedgerBackoff(until: deadline)
    while true {
      do throws(PostgreSQLFailure) {
        _ = try connection
        return try body()
      } catch {
        switch error.kind {
        case .lasting: throw error
        case .lost, .refused:
          open = nil
          guard !deadline.isOver else { throw error }
          guard backoff.waitForNextAttempt(isRefused: error.kind == .refused) else { throw error }
        case .conflict: guard backoff.waitForNextAttempt(isRefused: false) else { throw error }
        }
      }
    }
  }
}
