import Foundation

/// The files that a page or a mock has requested, with their versions at that time.
///
/// Only these files are watched, because no other file can change what the page shows. The files that do not exist are
/// among them, so that a page is loaded again when a missing file is made.
final class WatchedFiles {
  /// The maximum number of files. More files are not watched, because a page can request any number of names.
  static let maximum = 10_000
  /// The number of calls of ``settledChanges()`` after which changes are returned even if files still change. Otherwise a
  /// file that a program never stops writing would keep the page from all other changes.
  static let maximumLooks = 20

  private var versions: [URL: FileVersion] = [:]
  /// The changed files at the previous call of ``settledChanges()``, with the versions at that time.
  private var previous: [URL: FileVersion] = [:]
  /// The number of calls since the first change that was not returned.
  private var looks = 0

  /// Starts to watch a file. Call this before the file is read, so that no change goes unnoticed.
  ///
  /// A file that is watched already keeps its version, because the page has used that version.
  func add(_ file: URL) {
    guard versions[file] == nil, versions.count < Self.maximum else { return }
    versions[file] = FileVersion(of: file)
  }

  /// Forgets all files, because they will be read again.
  func removeAll() {
    versions = [:]
    previous = [:]
    looks = 0
  }

  /// Whether a file has changed since it was read.
  var hasChanges: Bool { versions.contains { FileVersion(of: $0) != $1 } }

  /// Returns the files that have changed since they were read, in alphabetical order, once none of them has changed since
  /// the previous call, or after ``maximumLooks`` calls.
  ///
  /// Called at intervals, it returns all files of a burst at once, after the burst, because an editor or a build tool may
  /// write many files one after the other.
  func settledChanges() -> [URL] {
    var changes: [URL: FileVersion] = [:]
    for (file, version) in versions {
      let current = FileVersion(of: file)
      if current != version { changes[file] = current }
    }
    defer { previous = changes }
    looks += 1
    guard !changes.isEmpty, changes != previous, looks < Self.maximumLooks else {
      looks = 0
      return changes.keys.sorted { $0.path < $1.path }
    }
    return []
  }
}
