import Foundation

/// The files that a page or a mock has requested, with their versions at that time.
///
/// Only these files are watched, because no other file can change what the page shows. The files that do not exist are
/// among them, so that a page is loaded again when a missing file is made.
final class WatchedFiles {
  /// The maximum number of files. More files are not watched, because a page can request any number of names.
  static let maximum = 10_000

  private var versions: [URL: FileVersion] = [:]
  /// The changed files at the previous call of ``settledChanges()``, with the versions at that time.
  private var previous: [URL: FileVersion] = [:]

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
  }

  /// Whether a file has changed since it was read.
  var hasChanges: Bool { versions.contains { FileVersion(of: $0) != $1 } }

  /// Returns the files that have changed since they were read and have not changed since the previous call, in
  /// alphabetical order.
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
    return changes == previous ? changes.keys.sorted { $0.path < $1.path } : []
  }
}
