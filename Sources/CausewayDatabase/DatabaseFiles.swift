import CausewayFiles
import Foundation

/// A database's file and those beside it.
struct DatabaseFiles {
  let folder: URL
  let name: String

  init(_ file: URL) {
    let file = file.standardizedFileURL
    folder = Self.resolved(file.deletingLastPathComponent())
    name = file.lastPathComponent
  }

  /// The database itself.
  var main: String { path() }
  /// Locked by who has it open.
  var lock: String { path(".lock") }
  /// Where a new one is made, until its tables are in it.
  var unfinished: String { path(".new") }
  /// What SQLite keeps beside a file: transactions that are not yet in it, and the index of these.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Makes the folder, with those above it, for this user alone.
  func makeFolder() throws(DatabaseError) { try makeFolder(folder) }

  /// The size in bytes of one of the files, or nil if it is missing.
  func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Makes sure that none of the files is a symbolic link or no file at all: what a link leads to would be taken for
  /// damage, and moved aside.
  func checkKind() throws(DatabaseError) {
    for path in [main] + Self.companions.map({ main + $0 }) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      throw .failed(path: path, reason: "it is a symbolic link, or no file; put the database itself there")
    }
  }

  /// Removes what is left of a database that was not made to the end.
  func removeUnfinished() throws(DatabaseError) {
    for path in [unfinished] + Self.companions.map({ unfinished + $0 }) {
      guard unlink(path) == 0 || errno == ENOENT else { throw systemError() }
    }
  }

  /// Makes the finished database the one that is opened.
  func publishUnfinished() throws(DatabaseError) {
    guard rename(unfinished, main) == 0 else { throw systemError() }
    syncFolder()
  }

  /// Renames the file, and what SQLite keeps beside it, to a name that nothing has.
  ///
  /// - Returns: the new path, or nil if that cannot be done.
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

  /// A new name is on the disk once its folder is. Where a folder cannot be synchronised, nothing is to be done.
  private func syncFolder() {
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

  /// A folder's path without links, also of a folder that is not there yet.
  ///
  /// Foundation's `resolvingSymlinksInPath()` takes `/private` off on Apple's systems, which leaves the link `/var` in the
  /// path.
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
    let number = errno  // before anything else is called
    return DatabaseError(path: main, systemError: number)
  }

  private func path(_ suffix: String = "") -> String { folder.appendingPathComponent(name + suffix).path }
}
