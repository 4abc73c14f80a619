import Foundation
import Glibc

/// A folder that gives access to the files in it, and to no file outside of it.
///
/// Each name is opened relative to the folder before it, and symbolic links are not followed. Even if the folder
/// changes at the same time, a path cannot lead outside the folder.
final class OpenFolder: Sendable {
  /// A file of the folder.
  struct File {
    var content: Content
    /// The entity tag, in quotes as in the field `ETag`. It changes with the content.
    var tag: String
  }

  /// The content of a file.
  enum Content {
    /// All bytes of the file.
    case bytes(Data)
    /// An open file. It is too long to be held in memory for each client that reads it.
    case parts(FileContent)
  }

  /// The entry at a path.
  enum Entry {
    case file(File)
    case folder
    /// An entry that cannot be opened now, because the process or the system has too many open files.
    case busy
  }

  /// The maximum length of a file that is read at once, in bytes. A longer file needs an open descriptor while it is
  /// sent.
  static let longestAtOnce = ServerCore.uncountedBytes

  private let descriptor: Int32

  init(_ path: String) throws(POSIXError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// Returns the entry at a path of names; nil if there is no entry that may be read.
  func read(_ names: [String]) -> Entry? {
    var place = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard place >= 0 else { return Self.failure(errno) }
    for name in names {
      // `O_NONBLOCK` is needed because opening a pipe would block this thread.
      let next = openat(place, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      let error = errno
      close(place)
      guard next >= 0 else { return Self.failure(error) }
      place = next
    }
    var status = stat()
    let isKnown = fstat(place, &status) == 0
    // The object closes the descriptor, even on an early return.
    let content = FileContent(descriptor: place, size: Int(status.st_size))
    guard isKnown else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file(File(content: Self.content(content), tag: Self.tag(status)))
    default: return nil
    }
  }

  private static func failure(_ error: Int32) -> Entry? { [EMFILE, ENFILE].contains(error) ? .busy : nil }

  private static func content(_ file: FileContent) -> Content {
    guard file.size <= longestAtOnce else { return .parts(file) }
    return .bytes(file.read(upTo: file.size, at: 0))
  }

  private static func tag(_ status: stat) -> String {
    let parts = [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    return "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
  }
}
