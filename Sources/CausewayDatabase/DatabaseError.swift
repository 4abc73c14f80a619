/// The reason why a database file cannot be used, or why an operation in it failed.
public enum DatabaseError: Error, Hashable, Sendable {
  /// The file is damaged, or it is of another kind and its path is the app's own. `reason` describes the damage;
  /// `movedTo` is the new path of the file, or nil if it could not be moved.
  case damaged(path: String, reason: String, movedTo: String?)
  /// The file is of another kind, such as a text or another program's database. It was left unchanged. `reason` says how
  /// that was seen.
  case foreign(path: String, reason: String)
  /// The file was written by a newer version.
  case newer(path: String, version: Int, supported: Int)
  /// The file, or its folder, cannot be written.
  case readOnly(path: String)
  /// The disk is full.
  case full(path: String)
  /// Another process has the file open.
  case inUse(path: String)
  /// Another error, with the reason in the words of SQLite or the system.
  case failed(path: String, reason: String)
}

extension DatabaseError: CustomStringConvertible {
  /// The problem, the file, and what to do.
  public var description: String {
    switch self {
    case .damaged(let path, let reason, let movedTo?):
      "\(path) is damaged (\(reason)); it was kept as \(movedTo), and the next opening creates a new file"
    case .damaged(let path, let reason, nil):
      "\(path) is damaged (\(reason)), and could not be moved aside; move it away to start with a new file"
    case .foreign(let path, let reason):
      "\(path) is a file of another kind (\(reason)), so it was left unchanged; use another path"
    case .newer(let path, let version, let supported):
      "\(path) was written by a newer version (format \(version), this one supports up to \(supported)); update the app"
    case .readOnly(let path): "\(path) cannot be written: check the permissions of the file and of its folder"
    case .full(let path): "the disk is full: \(path) cannot be written; free some space"
    case .inUse(let path): "\(path) is open in another process; close that process first"
    case .failed(let path, let reason): "\(path): \(reason)"
    }
  }
}
