import CausewayFiles
import Foundation

/// Opens the files that the command writes: traces and pictures, which show what pages say.
enum PrivateOutput {
  /// Opens a file for writing, empty, and makes it this user's alone.
  ///
  /// A name of an open descriptor, such as `/dev/stdout` or what a shell makes of `>(jq)`, stands for that descriptor.
  ///
  /// - Throws: ``OutputFileError`` for what ``PrivateFile`` refuses, and for a descriptor that is not open for writing.
  static func open(_ path: String) throws(OutputFileError) -> FileHandle {
    let descriptor =
      if let number = descriptor(path) {
        try duplicate(of: number)
      } else {
        try file(path)
      }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private static func file(_ path: String) throws(OutputFileError) -> Int32 {
    do throws(PrivateFileError) {
      return try PrivateFile.open(path, flags: O_WRONLY, empties: true, allowsStreams: true)
    } catch {
      throw .refused("\(error)")
    }
  }

  /// The open descriptor that a path names; nil for other paths. Only exact names count: `/dev/../tmp/x` is a path as
  /// any.
  private static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      let number = path.dropFirst(folder.count)
      if number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Int32(number) }
    }
    return nil
  }

  /// A copy of a descriptor. To open its name in `/dev/fd` instead would follow a link, and would write at the
  /// beginning of a file in which the shell has already written.
  private static func duplicate(of number: Int32) throws(OutputFileError) -> Int32 {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0 else { throw .refused("no descriptor \(number) is open") }
    guard flags & O_ACCMODE != O_RDONLY else { throw .refused("descriptor \(number) is open for reading only") }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .refused(String(cString: strerror(errno))) }
    return copy
  }
}

/// A file cannot be written.
enum OutputFileError: Error, CustomStringConvertible {
  /// Why, and what to do.
  case refused(String)

  var description: String {
    switch self {
    case .refused(let reason): reason
    }
  }
}
