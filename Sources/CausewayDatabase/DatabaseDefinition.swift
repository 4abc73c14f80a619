import Foundation

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

/// How opening treats an existing file that does not begin with the header of the definition's databases, such as a text
/// or another program's database.
package enum ForeignFilePolicy: Sendable {
  /// The file counts as damaged and is renamed. Use this for a file of the app's own.
  case setAside
  /// The file stays unchanged, and opening throws `DatabaseError.foreign`. Use this for a path that a person enters,
  /// because the path can be that of any file.
  case refuse
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

  /// Returns the reason why a file is not a database of this definition; nil if it is one, even a damaged one, or is
  /// missing. Reads only the file's header.
  package func difference(of file: URL) throws(DatabaseError) -> String? { try difference(of: DatabaseFiles(file)) }

  func difference(of files: DatabaseFiles) throws(DatabaseError) -> String? {
    var status = stat()
    guard stat(files.main, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a regular file" }
    return try DatabaseHeader(of: files.main).difference(from: applicationID)
  }
}
