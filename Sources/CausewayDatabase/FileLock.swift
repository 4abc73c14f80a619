import Foundation

/// A lock on a file of its own, held until ``release()`` or the end of the process.
///
/// It comes before everything that is done with a database file: looking at it, making it, moving it aside. SQLite's
/// own locks are not enough for that, and they are lost when the same process opens and closes the file once more.
final class FileLock {
  private var descriptor: Int32

  /// Makes the file if it is missing, and locks it.
  ///
  /// - Throws: `DatabaseError.inUse` if it is locked already, by this process or another.
  init(_ lockPath: String, of path: String) throws(DatabaseError) {
    descriptor = open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DatabaseError(path: path, systemError: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      release()
      throw error == EWOULDBLOCK ? .inUse(path: path) : DatabaseError(path: path, systemError: error)
    }
  }

  /// Lets another have it. The file stays: removing it could take it from who has just opened it.
  func release() {
    guard descriptor >= 0 else { return }
    // A program that this process is starting has a copy of the descriptor until it begins; closing ours is not enough.
    flock(descriptor, LOCK_UN)
    close(descriptor)
    descriptor = -1
  }

  deinit { release() }
}
