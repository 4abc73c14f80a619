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
