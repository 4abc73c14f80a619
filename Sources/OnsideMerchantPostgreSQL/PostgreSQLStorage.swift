import Foundation
import OnsideMerchant

/// The ledger's tables in PostgreSQL, over one connection that is made again when it is lost.
///
/// Whoever changes an order first locks the one that began it (``OrderStatement/originalOrderID``), and the locks of a
/// transaction are taken in the order of the keys, table after table: new owners, owners, orders, statements, evidence.
/// So two transactions never wait for each other.
final class PostgreSQLStorage: LedgerStorage {
  static let isShared = true

  private let string: ConnectionString
  /// Of the call that is under way.
  private var deadline = LedgerDeadline(after: nil)
  private var open: PostgreSQLConnection?
  private var isClosed = false

  init(_ string: ConnectionString) {
    self.string = string
  }

  /// Connects, and so checks the tables.
  func check() throws(PostgreSQLFailure) { _ = try connection }

  func reading<Value>(
    until deadline: LedgerDeadline, _ body: () throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> Value {
    try repeating(until: deadline, body)
  }

  func transaction<Value>(
    until deadline: LedgerDeadline, _ body: () throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> Value {
    try repeating(until: deadline) { () throws(PostgreSQLFailure) in
      try connection.run("BEGIN")
      do throws(PostgreSQLFailure) {
        let value = try body()
        try connection.run("COMMIT")
        return value
      } catch {
        if let open, open.isOpen { try? open.run("ROLLBACK") }  // the first error is the one to tell
        throw error
      }
    }
  }

  func close() {
    isClosed = true
    open = nil
  }

  /// The open connection. Within ``repeating(_:)``, where it was made.
  var connection: PostgreSQLConnection {
    get throws(PostgreSQLFailure) {
      guard !isClosed else { throw PostgreSQLFailure(kind: .lasting, ledgerError: .closed) }
      if let open { return open }
      let connection = try PostgreSQLConnection(string, until: deadline)
      try PostgreSQLForm.prepare(connection)
      open = connection
      return connection
    }
  }

  /// Does something again after a failure that passes: with a new connection, or after the other transaction.
  private func repeating<Value>(
    until deadline: LedgerDeadline, _ body: () throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> Value {
    self.deadline = deadline
    open?.deadline = deadline
    var backoff = Backoff(until: deadline)
    while true {
      do throws(PostgreSQLFailure) {
        _ = try connection
        return try body()
      } catch {
        switch error.kind {
        case .lasting: throw error
        case .lost:
          let wasConnected = open != nil
          open = nil
          guard !deadline.isOver else { throw error }
          // A server that answers, and yet does not let us in, will not do so later.
          let isRefused = !wasConnected && PostgreSQLConnection.answers(string, until: deadline)
          guard backoff.goesOn(isRefused: isRefused) else { throw error }
        case .conflict: guard backoff.goesOn(isRefused: false) else { throw error }
        }
      }
    }
  }
}
