import CausewayFiles
import Foundation

/// A file that the user names as an argument, or standard input.
///
/// A file can also be a named pipe, a device such as `/dev/stdin`, or the pipe of a shell's `<(…)`. Such a stream has no
/// size, has no end before it is read, and can be read only once.
package enum InputFile {
  /// The argument that means standard input.
  package static let standardInput = "-"

  private static let chunk = 1 << 16
  /// The maximum length of a copied stream, in bytes.
  private static let longestCopy = 256 << 20

  /// Reads at most `maximumBytes` bytes from the beginning of a file, or of standard input for `-`, because a stream may
  /// never end.
  ///
  /// - Throws: ``UsageError`` if the file cannot be read.
  package static func read(_ path: String, upTo maximumBytes: Int) throws -> Data {
    do {
      guard path == standardInput else { return try contents(of: path, upTo: maximumBytes) }
      return try bytes(of: STDIN_FILENO, upTo: maximumBytes)
    } catch {
      guard path != standardInput else {
        throw UsageError("standard input cannot be read: \(error.localizedDescription)")
      }
      throw UsageError("\(path): the file cannot be read: \(FileReason.of(error, at: path))")
    }
  }

  /// Reads at most `maximumBytes` bytes from the beginning of the file at a path.
  ///
  /// - Throws: the system's error.
  package static func contents(of path: String, upTo maximumBytes: Int) throws(POSIXError) -> Data {
    // Without O_NOCTTY, a terminal could become the controlling terminal of this process.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, upTo: maximumBytes)
  }

  /// Returns the folder to which the paths in a file are relative: the folder of the file or, for a stream, the current
  /// one, because the folder of a stream says nothing about the files beside it.
  package static func folder(of path: String) -> URL {
    guard isStream(path) else { return URL(fileURLWithPath: path).deletingLastPathComponent() }
    return URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
  }

  /// Whether a path leads to a stream, which can be read only once.
  package static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Returns a path whose file can be read several times: the path itself, or that of a copy if it leads to a stream. The
  /// copy is removed at the end of the command.
  ///
  /// - Parameter name: the name of the copy, with the extension of the file's format.
  /// - Throws: ``UsageError`` if the stream cannot be copied.
  package static func rereadable(_ path: String, as name: String) throws -> String {
    guard isStream(path) else { return path }
    let data = try read(path, upTo: longestCopy + 1)
    guard data.count <= longestCopy else { throw UsageError("\(path): it has more than \(longestCopy >> 20) MiB") }
    do {
      let folder = try TemporaryFolder()
      let copy = folder.url.appendingPathComponent(name)
      try data.write(to: copy)
      copies.add(folder)
      return copy.path
    } catch {
      throw UsageError("\(path): it cannot be copied into a temporary file: \(error.localizedDescription)")
    }
  }

  /// Reads until the end or the limit. Does not rely on the size of the file, which is 0 for a stream and for files of
  /// the kernel.
  private static func bytes(of descriptor: Int32, upTo maximumBytes: Int) throws(POSIXError) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: chunk)
    while data.count < maximumBytes {
      let count = Foundation.read(descriptor, &buffer, min(chunk, maximumBytes - data.count))
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      data.append(contentsOf: buffer[..<count])
    }
    return data
  }

  private static let copies = Copies()

  /// The folders of the copies, which exist as long as they are retained.
  private final class Copies: @unchecked Sendable {  // the lock protects `folders`
    private let lock = NSLock()
    private var folders: [TemporaryFolder] = []

    func add(_ folder: TemporaryFolder) { lock.withLock { folders.append(folder) } }
  }
}
