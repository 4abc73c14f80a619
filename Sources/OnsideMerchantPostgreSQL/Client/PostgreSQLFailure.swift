import OnsideMerchant

/// The reason why PostgreSQL failed, and whether a retry can help.
package struct PostgreSQLFailure: LedgerStorageFailure {
  package enum Kind {
    /// The connection is lost or unusable. A new connection may succeed.
    case lost
    /// A running server refused the connection. It will also refuse later ones, unless it has just started.
    case refused
    /// Another transaction conflicted with this one. The same transaction may succeed in a second attempt.
    case conflict
    /// A retry would fail in the same way.
    case lasting
  }

  package let kind: Kind
  package let ledgerError: LedgerError
}

extension PostgreSQLFailure {
  /// The remedy if the server refuses this user.
  static let accessAdvice = "check the user, the password, the database's name and the user's permissions"

  /// Creates the failure for a statement's error.
  ///
  /// - Parameters:
  ///   - state: The SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html); empty if the server sent
  ///     no error.
  ///   - message: The error's message without detail, hint and context, because those contain values.
  init(state: String, message: String) {
    let group = state.prefix(2)
    // Do not show the messages of these classes (invalid data, constraint violations, errors of PL/pgSQL), because they
    // can quote a stored value, such as a customer's name.
    let isQuoting = ["22", "23", "P0"].contains(group)
    let reason = isQuoting ? "PostgreSQL refused a value (\(state))" : "PostgreSQL: \(message) (\(state))"
    switch state {
    // A connection that ended, a server that stops or starts, or a server that has become read-only.
    case _ where group.isEmpty || group == "08", "57P01", "57P02", "57P03", "57P05", "25P03", "25006":
      self.init(kind: .lost, ledgerError: .unavailable(reason: reason))
    // A serialization failure, a deadlock, a lock timeout, or an order that another transaction has just inserted.
    case "40001", "40P01", "55P03", "23505":
      self.init(kind: .conflict, ledgerError: .unavailable(reason: reason))
    case _ where group == "53", "57014": self.init(kind: .lasting, ledgerError: .unavailable(reason: reason))
    case _ where group == "28", "42501":
      self.init(kind: .lasting, ledgerError: .notAllowed(reason: "\(reason); \(Self.accessAdvice)"))
    case "XX001", "XX002": self.init(kind: .lasting, ledgerError: .damaged(reason: reason))
    default: self.init(kind: .lasting, ledgerError: .failed(reason: reason))
    }
  }
}
