import Foundation
import Glibc

/// A folder whose files are reached from within it alone.
///
/// Each name is opened from the folder before it and no link is followed, so that nothing that changes meanwhile leads
/// out of it either.
final class OpenFolder: Sendable {
  /// What a file has.
  struct File {
    var content: Content
    /// Another for another content, in quotes as `ETag` has it.
    var tag: String
  }

  /// What is in a file.
  enum Content {
    /// All of it.
    case bytes(Data)
    /// It is too long to be held in memory for each client that wants it.
    case parts(FileContent)
  }

  /// What there is of a name.
  enum Entry {
    case file(File)
    case folder
    /// Something is there, but the process has too many files open to look at it now.
    case busy
  }

  /// The longest file that is read at once, in bytes. A longer one keeps a descriptor for as long as it is sent.
  static let longestAtOnce = ServerCore.uncountedBytes

  private let descriptor: Int32

  init(_ path: String) throws(POSIXError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// What is at names below it; nil if there is nothing that may be read.
  func read(_ names: [String]) -> Entry? {
    var place = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard place >= 0 else { return Self.failure(errno) }
    for name in names {
      // A pipe would keep whoever opens it waiting.
      let next = openat(place, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      let error = errno
      close(place)
      guard next >= 0 else { return Self.failure(error) }
      place = next
    }
    var status = stat()
    let isKnown = fstat(place, &status) == 0
    // It closes the descriptor.
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
    var data = Data(count: file.size)
    var count = 0
    while count < data.count {
      let part = data.withUnsafeMutableBytes { bytes in
        file.read(UnsafeMutableRawBufferPointer(rebasing: bytes[count...]), at: count)
      }
      // It has become shorter.
      guard part > 0 else { return .bytes(data.prefix(count)) }
      count += part
    }
    return .bytes(data)
  }

  private static func tag(_ status: stat) -> String {
    let parts = [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    return "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
  }
}
