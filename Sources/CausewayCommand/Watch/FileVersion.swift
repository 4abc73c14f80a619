import Foundation

/// The version of a file. It differs after the file was written, replaced, made or removed.
struct FileVersion: Hashable {
  private let identity: [Int64]

  /// Reads the current version. A file that does not exist has a version too.
  init(of file: URL) {
    var status = stat()
    guard stat(file.path, &status) == 0 else {
      identity = []
      return
    }
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    // The number of the file changes if an editor writes a new file and gives it the old name.
    identity = [
      Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size),
      Int64(time.tv_sec), Int64(time.tv_nsec),
    ]
  }
}
