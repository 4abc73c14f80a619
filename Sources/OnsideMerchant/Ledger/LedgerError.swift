/// An error of the ledger. Its text never contains a password, a signed statement or a customer's name.
public enum LedgerError: Error, Hashable, Sendable {
  /// The ledger cannot reach the database, or the database is busy or has no room. The call may or may not have had an
  /// effect; it is safe to repeat it, and it can succeed later.
  case unavailable(reason: String)
  /// The stored data is not what the ledger wrote. Restore the database from a backup.
  case damaged(reason: String)
  /// A newer version of this library made the tables, in a format that this version does not know.
  case newer(version: Int, supported: Int)
  /// The database denies the access: a wrong password, a missing permission, or a file that cannot be written.
  case notAllowed(reason: String)
  /// The connection string cannot be parsed. The error shows nothing of the string, because it can contain a password.
  case invalidConnectionString
  /// The customer's name is empty, longer than 1,024 bytes, or contains U+0000.
  case invalidCustomer
  /// The history contains U+0000, which PostgreSQL cannot store, in the key id, or in the app id, product id or product
  /// type of an order.
  case invalidHistory(reason: String)
  /// The ledger was closed.
  case closed
  /// Any other failure, with the database's message unless that message could contain stored values.
  case failed(reason: String)
}

extension LedgerError: CustomStringConvertible {
  /// The problem and, unless nothing can be done, the remedy.
  public var description: String {
    switch self {
    case .unavailable(let reason): "the ledger is not available: \(reason); try again later"
    case .damaged(let reason): "the ledger is damaged: \(reason); restore it from a backup"
    case .newer(let version, let supported):
      "a newer version wrote the ledger (format \(version); this one supports up to \(supported)); update this backend, "
        + "or restore a backup from before"
    case .notAllowed(let reason):
      "the ledger's database denied access: \(reason)"
    case .invalidConnectionString:
      "the connection string cannot be parsed; write postgresql://user@host/database, with options that libpq supports"
    case .invalidCustomer:
      "the customer's name is not valid: it must have 1 to 1,024 bytes of UTF-8, without the character U+0000"
    case .invalidHistory(let reason): "the history cannot be recorded: \(reason)"
    case .closed: "the ledger is closed; open it again"
    case .failed(let reason): "the ledger failed: \(reason)"
    }
  }
}
