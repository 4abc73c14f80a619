/// Why the ledger did not do something. No text of it has a password, a signed statement or a customer's name.
public enum LedgerError: Error, Hashable, Sendable {
  /// The database cannot be reached, is busy, or has no room; whether the call had an effect is not known. To repeat it
  /// is safe, and can succeed later.
  case unavailable(reason: String)
  /// What is stored is not what was written. Restore the database from a backup.
  case damaged(reason: String)
  /// A newer version of this library made the tables, which have a form that this one does not know.
  case newer(version: Int, supported: Int)
  /// The database may not be used in this way: a password, a permission, a file that cannot be written.
  case notAllowed(reason: String)
  /// The connection string cannot be read. It can hold a password, so nothing of it is said.
  case invalidConnectionString
  /// The customer's name is empty, too long, or has U+0000 in it.
  case invalidCustomer
  /// The history has a text that cannot be stored, one with U+0000 in it, in the app or product of an order.
  case invalidHistory(reason: String)
  /// The ledger was closed.
  case closed
  /// Anything else, in the database's words as far as they hold no values.
  case failed(reason: String)
}

extension LedgerError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .unavailable(let reason): "the ledger is not available: \(reason); try again later"
    case .damaged(let reason): "the ledger is damaged: \(reason); restore it from a backup"
    case .newer(let version, let supported):
      "a newer version made the ledger (form \(version); this one knows \(supported)); update this backend"
    case .notAllowed(let reason): "the ledger may not be used: \(reason)"
    case .invalidConnectionString:
      "the connection string cannot be read; write postgresql://user@host/database, with options that libpq knows"
    case .invalidCustomer: "a customer's name has 1 to 1,024 bytes of UTF-8, and no U+0000"
    case .invalidHistory(let reason): "the history cannot be recorded: \(reason)"
    case .closed: "the ledger is closed"
    case .failed(let reason): "the ledger failed: \(reason)"
    }
  }
}
