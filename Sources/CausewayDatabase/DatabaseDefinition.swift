/// How a database is checked when it is opened.
package enum DatabaseCheck: Sendable {
  /// Every page and every row are read, and each index is compared with its table.
  case complete
  /// Every page and every row are read. Use it for a large file, for which the comparison of the indexes takes most of
  /// the time: it looks up each row in each index.
  case quick

  /// The statement that checks the file, up to the first fault.
  var sql: String {
    switch self {
    case .complete: "PRAGMA integrity_check(1)"
    case .quick: "PRAGMA quick_check(1)"
    }
  }
}

/// The definition of a kind of database: its application id and its tables.
package struct DatabaseDefinition: Sendable {
  /// The `application_id` of SQLite, which distinguishes files of this kind from others. It must not be 0.
  package let applicationID: Int32
  /// The SQL scripts that create the tables and then change them, one for each version. The `user_version` of a file is
  /// the number of scripts that it has run, so a released script must not change.
  package let migrations: [String]

  /// Creates a definition with at least one migration.
  package init(applicationID: Int32, migrations: [String]) {
    precondition(applicationID != 0, "The application id must not be 0, because other SQLite files have the id 0.")
    precondition(!migrations.isEmpty, "A database needs at least one migration, which makes its tables.")
    self.applicationID = applicationID
    self.migrations = migrations
  }
}
