/// What a kind of database file looks like.
package struct DatabaseForm: Sendable {
  /// SQLite's `application_id`, which tells files of this kind from others. Not 0.
  package let applicationID: Int32
  /// The SQL that makes the tables, and after it what each later version changed, one script for each. A file's
  /// `user_version` is how many of them it has seen, so one that was released stays as it is.
  package let migrations: [String]

  /// A form with at least one migration.
  package init(applicationID: Int32, migrations: [String]) {
    precondition(applicationID != 0, "0 is what any SQLite file has")
    precondition(!migrations.isEmpty, "A database without tables")
    self.applicationID = applicationID
    self.migrations = migrations
  }
}
