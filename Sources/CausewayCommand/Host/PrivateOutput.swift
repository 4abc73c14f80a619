import CausewayFiles
import CausewayJSON
import Foundation

/// A namespace for the functions that open and check the files that the command writes: traces and screenshots, which
/// may contain private data of a page.
enum PrivateOutput {
  /// Opens a file for writing, empties it, and makes it accessible only to this user.
  ///
  /// The name of an open descriptor, such as `/dev/stdout` or the name that a shell makes for `>(jq)`, means that
  /// descriptor.
  ///
  /// - Throws: ``OutputFileError`` if ``PrivateFile`` refuses the path, or if the descriptor is not open for writing.
  static func open(_ path: String) throws(OutputFileError) -> FileHandle {
    let descriptor =
      if let number = descriptor(path) {
        try duplicate(of: number)
      } else {
        try file(path)
      }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Checks that ``open(_:)`` would succeed, without emptying the file. A missing file is created and removed again.
  ///
  /// - Throws: ``OutputFileError`` for the same reasons as ``open(_:)``.
  static func check(_ path: String) throws(OutputFileError) {
    if let number = descriptor(path) {
      close(try duplicate(of: number))
      return
    }
    var status = stat()
    let isMissing = lstat(path, &status) != 0
    // Do not open a named pipe, because its reader would take the end of this check for the end of the picture.
    if !isMissing, status.st_mode & S_IFMT == S_IFIFO { return }
    do throws(PrivateFileError) {
      close(try PrivateFile.open(path, flags: O_WRONLY, empties: false, allowsStreams: true))
    } catch {
      throw refusal(error, path)
    }
    if isMissing { unlink(path) }
  }

  private static func refusal(_ error: PrivateFileError, _ path: String) -> OutputFileError {
    switch error {
    case .system(ENOENT):
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      return .refused("the folder \(folder) does not exist; create it first, or name another file")
    case .system(EISDIR): return .refused("it is a folder; name a file")
    default: return .refused("\(error)")
    }
  }

  private static func file(_ path: String) throws(OutputFileError) -> Int32 {
    do throws(PrivateFileError) {
      return try PrivateFile.open(path, flags: O_WRONLY, empties: true, allowsStreams: true)
    } catch {
      throw refusal(error, path)
    }
  }

  /// Returns the open descriptor that a path names; nil for other paths. Only exact names are recognized:
  /// `/dev/../tmp/x` is an ordinary path.
  private static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      let number = path.dropFirst(folder.count)
      if number.utf8.allSatisfy(\.isASCIIDigit) { return Int32(number) }
    }
    return nil
  }

  /// Duplicates a descriptor. Opening its name in `/dev/fd` instead would follow a link, and would write at the
  /// beginning of a file to which the shell has already written.
  private static func duplicate(of number: Int32) throws(OutputFileError) -> Int32 {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0 else { throw .refused("descriptor \(number) is not open; open it for writing") }
    guard flags & O_ACCMODE != O_RDONLY else {
      throw .refused("descriptor \(number) is open only for reading; open it for writing")
    }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .refused(String(cString: strerror(errno))) }
    return copy
  }
}

/// The reason why a file cannot be written.
enum OutputFileError: Error, CustomStringConvertible {
  /// The file was refused. The text has the reason and the remedy.
  case refused(String)

  var description: String {
    switch self {
    case .refused(let reason): reason
    }
  }
}
