import Foundation

/// A lock on a separate file, held until ``release()``, the object's release, or the end of the process.
///
/// The lock is taken before any other work with a database file: inspecting it, creating it, or moving it aside.
/// SQLite's own locks do not cover this work, and they are lost when the same process opens and closes the file again.
final class FileLock {
  private var descriptor: Int32

  /// Creates the lock file if it is missing, and locks it.
  ///
  /// - Throws: `DatabaseError.inUse` if this process or another one holds the lock.
  init(_ lockPath: String, of path: String) throws(DatabaseError) {
    descriptor = open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let number = errno
      // An existing lock file can belong to another user than the database.
      let isForeign = number == EACCES && FileManager.default.fileExists(atPath: lockPath)
      throw DatabaseError(path: isForeign ? lockPath : path, systemError: number)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      release()
      throw error == EWOULDBLOCK ? .inUse(path: path) : DatabaseError(path: path, systemError: error)
    }
  }

  /// Releases the lock. The file stays, because another process may just have opened it to lock it.
  func release() {
    guard descriptor >= 0 else { return }
    // Unlock explicitly, because closing is not enough: while this process starts another program, that program has a
    // copy of the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
    descriptor = -1
  }

  deinit { release() }
}
