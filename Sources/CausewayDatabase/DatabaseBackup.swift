import Foundation
import SQLite3

/// A copy of an open database into a new file, which SQLite makes page by page (its online backup API). Changes that the
/// database's own connection makes in the meantime are copied too.
package final class DatabaseBackup {
  private let path: String
  private let target: Connection
  private var backup: OpaquePointer?
  private var isComplete = false

  /// The name of the copy until it is complete.
  private var unfinished: String { path + ".unfinished" }

  /// Throws if the file of a copy exists already.
  package static func checkIsNew(_ file: URL) throws(DatabaseError) {
    let files = DatabaseFiles(file)
    guard files.size(files.main) == nil else {
      throw .failed(path: files.main, reason: "the file exists already; name a new one")
    }
  }

  init(of source: OpaquePointer, to file: URL) throws(DatabaseError) {
    try Self.checkIsNew(file)
    // SQLite refuses a path with a symbolic link, such as that of a temporary folder.
    path = DatabaseFiles(file).main
    unlink(path + ".unfinished")
    // Create the file before SQLite does, so that no other user can read it at any time.
    let descriptor = open(path + ".unfinished", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let number = errno
      throw DatabaseError(path: file.path, systemError: number)
    }
    close(descriptor)
    target = try Connection(path + ".unfinished", create: true)
    guard let backup = target.withHandle({ sqlite3_backup_init($0, "main", source, "main") }) else {
      throw target.error
    }
    self.backup = backup
  }

  deinit {
    finish()
    if !isComplete { unlink(unfinished) }
  }

  /// Copies pages.
  ///
  /// - Returns: the size of the copy, in bytes, if it is complete and on the disk; nil if there are more pages.
  package func copy(pages: Int) throws(DatabaseError) -> Int? {
    switch sqlite3_backup_step(backup, Int32(clamping: pages)) {
    case SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED: return nil
    case SQLITE_DONE: break
    default:
      finish()
      throw target.error.renamed(path)
    }
    finish()
    target.close()
    let descriptor = open(unfinished, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var status = stat()
    guard descriptor >= 0, fsync(descriptor) == 0, fstat(descriptor, &status) == 0, rename(unfinished, path) == 0 else {
      let number = errno
      throw DatabaseError(path: path, systemError: number)
    }
    isComplete = true
    DatabaseFiles(URL(fileURLWithPath: path)).syncFolder()
    return Int(status.st_size)
  }

  /// Writes the pages that were copied so far from the system's memory to the disk. Otherwise the last step would write
  /// all pages of a large copy. Call this between two steps and on a thread of its own, because it can take seconds, in
  /// which the database is free for other calls.
  ///
  /// - Parameter file: the file of the copy.
  /// - Throws: `DatabaseError`. The backup must then not go on, because the system reports a failed write only once.
  package static func synchronizeUnfinished(_ file: URL) throws(DatabaseError) {
    let path = DatabaseFiles(file).main
    let descriptor = open(path + ".unfinished", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(path: path, systemError: errno) }
    // This also ends SQLite's locks on the copy. Nothing else uses it before it has its final name.
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw DatabaseError(path: path, systemError: errno) }
  }

  private func finish() {
    if let backup { sqlite3_backup_finish(backup) }
    backup = nil
  }
}
