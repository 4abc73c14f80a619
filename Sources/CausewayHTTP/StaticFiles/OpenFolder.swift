import Foundation
import Glibc

/// A folder whose files are reached from within it alone.
///
/// Each name is opened from the folder before it and no link is followed, so that nothing that changes meanwhile leads
/// out of it either.
final class OpenFolder: Sendable {
  /// What a file has.
  struct File {
    var content: Data
    /// Another for another content, in quotes as `ETag` has it.
    var tag: String
  }

  /// What there is of a name.
  enum Entry {
    case file(File)
    case folder
  }

  private let descriptor: Int32

  init(_ path: String) throws(POSIXError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// What is at names below it; nil if there is nothing that may be read.
  func read(_ names: [String]) -> Entry? {
    var place = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    defer { close(place) }
    for name in names {
      // A pipe would keep whoever opens it waiting.
      let next = openat(place, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      close(place)
      place = next
      guard place >= 0 else { return nil }
    }
    var status = stat()
    guard fstat(place, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return content(of: place).map { .file(File(content: $0, tag: Self.tag(status))) }
    default: return nil
    }
  }

  private func content(of descriptor: Int32) -> Data? {
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() ?? Data()
  }

  private static func tag(_ status: stat) -> String {
    let parts = [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    return "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
  }
}
