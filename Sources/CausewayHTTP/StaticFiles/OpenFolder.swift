import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder that gives access to the files in it, and to no file outside of it.
///
/// Each name is opened relative to the folder before it, and the system follows no symbolic link. The links that stay in
/// the folder are followed here, name by name. Even if the folder changes at the same time, a path cannot lead outside
/// the folder.
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

    /// The length, in bytes.
    var size: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .parts(let parts): parts.size
      }
    }

    /// The bytes in which a declaration of the encoding can be.
    var start: Data {
      switch self {
      case .bytes(let bytes): bytes.prefix(EncodingPrescan.length)
      case .parts(let parts): parts.read(upTo: min(EncodingPrescan.length, parts.size), at: 0)
      }
    }

    /// Returns the bytes in a range of positions.
    func slice(_ range: Range<Int>) -> Content {
      switch self {
      case .bytes(let bytes): .bytes(bytes.dropFirst(range.lowerBound).prefix(range.count))
      case .parts(let parts): .parts(parts.slice(range))
      }
    }
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

  /// The maximum number of symbolic links on a path, which may form a circle.
  private static let maximumLinks = 16

  /// Returns the entry at a path of names; nil if there is no entry that may be read.
  func read(_ names: [String]) -> Entry? {
    let first = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard first >= 0 else { return Self.failure(errno) }
    // The folders on the way, of which `..` in a link leads back to the one before.
    var places = [first]
    defer { for place in places { close(place) } }
    var rest = names[...]
    var links = 0
    while let name = rest.popFirst() {
      if name == ".." {
        guard places.count > 1 else { return nil }
        close(places.removeLast())
        continue
      }
      // `O_NONBLOCK` is needed because opening a pipe would block this thread.
      let next = openat(places[places.count - 1], name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      if next >= 0 {
        places.append(next)
        continue
      }
      guard errno == ELOOP else { return Self.failure(errno) }
      links += 1
      guard links <= Self.maximumLinks, let target = Self.target(of: name, in: places[places.count - 1]) else {
        return nil
      }
      rest = target + rest
    }
    // The object closes the descriptor, even on an early return.
    return Self.entry(places.removeLast())
  }

  private static func entry(_ descriptor: Int32) -> Entry? {
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    let content = FileContent(descriptor: descriptor, size: Int(status.st_size))
    guard isKnown else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return content.tag.map { .file(File(content: Self.content(content), tag: $0)) }
    default: return nil
    }
  }

  /// Returns the names in the target of a symbolic link; nil for a link that names a path of the whole system.
  private static func target(of name: String, in folder: Int32) -> ArraySlice<String>? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(folder, name, &bytes, bytes.count)
    guard count > 0, count < bytes.count,
      let text = String(utf8: bytes[..<count].map { UInt8(bitPattern: $0) }),
      text.utf8.first != UInt8(ascii: "/")
    else { return nil }
    return text.split(separator: "/").map(String.init).filter { $0 != "." }[...]
  }

  private static func failure(_ error: Int32) -> Entry? { [EMFILE, ENFILE].contains(error) ? .busy : nil }

  private static func content(_ file: FileContent) -> Content {
    guard file.size <= longestAtOnce else { return .parts(file) }
    return .bytes(file.read(upTo: file.size, at: 0))
  }
}
