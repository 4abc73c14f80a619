import Foundation

/// A safe way to open files that only this user may read and write, in folders where other users may also write.
package enum PrivateFile {
  /// Opens a file for writing. Creates a missing file, and sets the mode of an existing file to 0600.
  ///
  /// The file is checked by its descriptor after it was opened, so that no other program can replace it in between. It
  /// is emptied last, so that a refused file stays unchanged.
  ///
  /// - Parameters:
  ///   - flags: `O_WRONLY` or `O_RDWR`, optionally with `O_APPEND`.
  ///   - empties: Whether the file is emptied.
  ///   - allowsStreams: Whether the path may also lead to a character device, such as `/dev/null`, or to a named pipe
  ///     of this user that another program reads. Their modes do not change, and they are not emptied.
  /// - Returns: A descriptor, which the caller closes. Writes to the descriptor block.
  /// - Throws: ``PrivateFileError`` for a symbolic link, another user's file, a file with several names, a folder, a
  ///   socket or a device. Every other user with write access to the folder could have put such a file there.
  package static func open(
    _ path: String, flags: Int32, empties: Bool, allowsStreams: Bool = false
  ) throws(PrivateFileError) -> Int32 {
    // Without O_NONBLOCK, the call would wait for the reader of a named pipe. Without O_NOCTTY, a terminal could become
    // the controlling terminal of this process.
    let descriptor = Foundation.open(
      path, flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw PrivateFileError(errno) }
    do throws(PrivateFileError) {
      try prepare(descriptor, empties: empties, allowsStreams: allowsStreams)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func prepare(_ descriptor: Int32, empties: Bool, allowsStreams: Bool) throws(PrivateFileError) {
    var status = stat()
    try check(fstat(descriptor, &status))
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard status.st_uid == geteuid() else { throw .otherUser }
      guard status.st_nlink <= 1 else { throw .severalNames }
      try check(fchmod(descriptor, 0o600))
      if empties { try check(ftruncate(descriptor, 0)) }
    case S_IFIFO where allowsStreams:
      guard status.st_uid == geteuid() else { throw .otherUser }
    case S_IFCHR where allowsStreams: break
    default: throw .otherKind
    }
    let flags = try check(fcntl(descriptor, F_GETFL))
    try check(fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK))
  }

  @discardableResult
  private static func check(_ result: Int32) throws(PrivateFileError) -> Int32 {
    guard result >= 0 else { throw PrivateFileError(errno) }
    return result
  }
}

/// The reason why a path is not opened for writing.
package enum PrivateFileError: Error, Hashable, CustomStringConvertible {
  /// The path is a symbolic link.
  case link
  /// The file belongs to another user.
  case otherUser
  /// The file has several names (hard links).
  case severalNames
  /// The path is a folder, a device or something else that is not a regular file.
  case otherKind
  /// The path is a named pipe that no program reads, or a socket.
  case noReader
  /// The system returned an error; the value is its `errno`.
  case system(Int32)

  init(_ number: Int32) {
    self =
      switch number {
      case ELOOP: .link
      case ENXIO: .noReader
      default: .system(number)
      }
  }

  /// The corresponding system error.
  package var posix: POSIXError {
    switch self {
    case .link: POSIXError(.ELOOP)
    case .otherUser, .severalNames, .otherKind: POSIXError(.EPERM)
    case .noReader: POSIXError(.ENXIO)
    case .system(let number): POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
    }
  }

  /// The reason, and what to do.
  package var description: String {
    switch self {
    case .link: "it is a symbolic link; name the file itself"
    case .otherUser: "it belongs to another user; remove it, or name another file"
    case .severalNames: "it has several names (hard links); name another file"
    case .otherKind: "it is not a regular file; name another file"
    case .noReader: "it is a named pipe without a reader, or a socket; start the pipe's reader first, or name a file"
    case .system(let number): String(cString: strerror(number))
    }
  }
}
