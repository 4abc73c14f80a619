import CausewayFiles
import Foundation

/// A session in a file that only the current user can read. Each version is written to a second file, which then
/// replaces the first, so that the file is always complete.
struct SessionFile: SessionStorage {
  let file: URL

  func load() throws -> KeptSession? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(KeptSession.self, from: Data(contentsOf: file))
  }

  func keep(_ session: KeptSession?) throws {
    guard let session else {
      if unlink(file.path) != 0, errno != ENOENT { throw Self.lastError }
      return
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let unfinished = file.appendingPathExtension("new")
    // `open` refuses another user's file, because that user could read the tokens in it.
    let handle = FileHandle(fileDescriptor: try Self.open(unfinished), closeOnDealloc: true)
    try handle.write(contentsOf: JSONEncoder().encode(session))
    try handle.synchronize()
    try handle.close()
    guard rename(unfinished.path, file.path) == 0 else { throw Self.lastError }
  }

  private static func open(_ file: URL) throws(POSIXError) -> Int32 {
    do throws(PrivateFileError) {
      return try PrivateFile.open(file.path, flags: O_WRONLY, empties: true)
    } catch {
      throw error.posix
    }
  }

  private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
