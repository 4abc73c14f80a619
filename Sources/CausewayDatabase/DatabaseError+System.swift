import Foundation
import SQLite3

extension DatabaseError {
  /// Creates the error for a system error such as `EROFS`.
  init(path: String, systemError: Int32) {
    switch systemError {
    case EROFS, EACCES, EPERM: self = .readOnly(path: path)
    case ENOSPC, EDQUOT, EFBIG: self = .full(path: path)
    default: self = .failed(path: path, reason: String(cString: strerror(systemError)))
    }
  }

  /// Creates the error for the last result of an SQLite connection.
  init(path: String, connection: OpaquePointer) {
    let code = sqlite3_extended_errcode(connection)
    let reason = String(cString: sqlite3_errmsg(connection))
    switch code & 0xff {
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(path: path, reason: reason, movedTo: nil)
    case SQLITE_FULL: self = .full(path: path)
    case SQLITE_BUSY, SQLITE_LOCKED: self = .inUse(path: path)
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly(path: path)
    case SQLITE_CANTOPEN, SQLITE_IOERR:
      // Use the system's error, because SQLite does not always detect that the disk is full or that a permission is
      // missing.
      let system = DatabaseError(path: path, systemError: sqlite3_system_errno(connection))
      if case .failed = system { self = .failed(path: path, reason: reason) } else { self = system }
    default: self = .failed(path: path, reason: reason)
    }
  }

  /// Returns the same error with another path.
  func renamed(_ path: String) -> DatabaseError {
    switch self {
    case .damaged(_, let reason, let movedTo): .damaged(path: path, reason: reason, movedTo: movedTo)
    case .foreign(_, let reason): .foreign(path: path, reason: reason)
    case .newer(_, let version, let supported): .newer(path: path, version: version, supported: supported)
    case .readOnly: .readOnly(path: path)
    case .full: .full(path: path)
    case .inUse: .inUse(path: path)
    case .failed(_, let reason): .failed(path: path, reason: reason)
    }
  }
}
