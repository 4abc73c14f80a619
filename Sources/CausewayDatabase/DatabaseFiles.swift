import CausewayFiles
import Foundation

/// The paths of a database file and the files beside it.
struct DatabaseFiles {
  let folder: URL
  let name: String

  init(_ file: URL) {
    let file = file.standardizedFileURL
    folder = Self.resolved(file.deletingLastPathComponent())
    name = file.lastPathComponent
  }

  /// The path of the database.
  var main: String { path() }
  /// The path of the file that is locked while the database is open.
  var lock: String { path(".lock") }
  /// The path of a new database until all its tables are created.
  var unfinished: String { path(".new") }
  /// The suffixes of the files that SQLite keeps beside a database: the logs of transactions, and the index of the
  /// write-ahead log.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Creates the folder and its missing parents, for this user only.
  func makeFolder() throws(DatabaseError) { try makeFolder(folder) }

  /// Returns the size of one of the files, in bytes; nil if it is missing.
  func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Throws if one of the files is a symbolic link or not a regular file. Otherwise, the target of a link could be
  /// mistaken for a damaged database and moved aside.
  func checkKind() throws(DatabaseError) {
    for path in [main] + Self.companions.map({ main + $0 }) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      throw .failed(path: path, reason: "it is a symbolic link or not a regular file; use a path of a regular file")
    }
  }

  /// Removes the files of a database whose creation was interrupted.
  func removeUnfinished() throws(DatabaseError) {
    for path in [unfinished] + Self.companions.map({ unfinished + $0 }) {
      guard unlink(path) == 0 || errno == ENOENT else { throw systemError() }
    }
  }

  /// Renames the new database, which is complete, to the path that is opened.
  func publishUnfinished() throws(DatabaseError) {
    guard rename(unfinished, main) == 0 else { throw systemError() }
    syncFolder()
  }

  /// Renames the database and the files that SQLite keeps beside it to an unused name.
  ///
  /// - Returns: the new path of the database; nil if renaming failed.
  func moveAside(at date: Date) -> String? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyyMMdd-HHmmss"
    let first = path(".damaged-" + formatter.string(from: date))
    var kept = first
    var number = 1
    while ([""] + Self.companions).contains(where: { size(kept + $0) != nil }) {
      number += 1
      kept = "\(first)-\(number)"
    }
    for suffix in [""] + Self.companions where size(main + suffix) != nil {
      guard rename(main + suffix, kept + suffix) == 0 else { return nil }
    }
    syncFolder()
    return kept
  }

  /// Synchronizes the folder, because a new name is on the disk only after that. An error is ignored, because some file
  /// systems cannot synchronize a folder.
  func syncFolder() {
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = synchronize(descriptor)
    close(descriptor)
  }

  private func makeFolder(_ folder: URL) throws(DatabaseError) {
    guard mkdir(folder.path, 0o700) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, folder.pathComponents.count > 1 else { throw systemError() }
    try makeFolder(folder.deletingLastPathComponent())
    guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
      throw systemError()
    }
  }

  /// Returns the path of a folder without symbolic links. The folder need not exist.
  ///
  /// Foundation's `resolvingSymlinksInPath()` is not used, because it removes `/private` on Apple's systems, which
  /// leaves the link `/var` in the path.
  private static func resolved(_ folder: URL) -> URL {
    if let path = realpath(folder.path, nil) {
      defer { free(path) }
      return URL(fileURLWithPath: String(cString: path), isDirectory: true)
    }
    guard folder.pathComponents.count > 1 else { return folder }
    return resolved(folder.deletingLastPathComponent())
      .appendingPathComponent(folder.lastPathComponent, isDirectory: true)
  }

  private func systemError() -> DatabaseError {
    let number = errno  // read it first, because other calls can change `errno`
    return DatabaseError(path: main, systemError: number)
  }

  private func path(_ suffix: String = "") -> String { folder.appendingPathComponent(name + suffix).path }
}
