import OnsideMerchant

/// Why PostgreSQL did not do something, and what can be done about it.
struct PostgreSQLFailure: LedgerStorageFailure {
  enum Kind {
    /// The connection is gone, or of no use. A new one may do it.
    case lost
    /// Another transaction was in the way. The same transaction may do it.
    case conflict
    /// It would be the same again.
    case lasting
  }

  let kind: Kind
  let ledgerError: LedgerError
}

extension PostgreSQLFailure {
  /// What an error of a statement means.
  ///
  /// - Parameters:
  ///   - state: its SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html); empty if the server did
  ///     not say anything.
  ///   - message: its message, without detail, hint and context, which hold values.
  init(state: String, message: String) {
    let group = state.prefix(2)
    // A message of these kinds can quote a value.
    let isQuoting = ["22", "23", "P0"].contains(group)
    let reason = isQuoting ? "PostgreSQL refused a value (\(state))" : "PostgreSQL: \(message) (\(state))"
    switch state {
    // A connection that ended, a server that stops or starts, and one that by now only reads.
    case _ where group.isEmpty || group == "08", "57P01", "57P02", "57P03", "57P05", "25P03", "25006":
      self.init(kind: .lost, ledgerError: .unavailable(reason: reason))
    // Not serializable, a deadlock, a lock that took too long, and an order that another has just made.
    case "40001", "40P01", "55P03", "23505":
      self.init(kind: .conflict, ledgerError: .unavailable(reason: reason))
    case _ where group == "53", "57014": self.init(kind: .lasting, ledgerError: .unavailable(reason: reason))
    case _ where group == "28", "42501": self.init(kind: .lasting, ledgerError: .notAllowed(reason: reason))
    case "XX001", "XX002": self.init(kind: .lasting, ledgerError: .damaged(reason: reason))
    default: self.init(kind: .lasting, ledgerError: .failed(reason: reason))
    }
  }
}
