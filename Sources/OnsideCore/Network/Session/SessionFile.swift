import Foundation

/// A session in a file that only this user can read. It is written beside and moved into its place, so that it is there
/// whole or not at all.
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
    let descriptor = open(unfinished.path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.lastError }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.lastError }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1 else {
      // The tokens would be another's to read.
      throw POSIXError(.EPERM)
    }
    // One that was there before may have had another mode.
    guard fchmod(descriptor, 0o600) == 0 else { throw Self.lastError }
    try handle.write(contentsOf: JSONEncoder().encode(session))
    try handle.synchronize()
    try handle.close()
    guard rename(unfinished.path, file.path) == 0 else { throw Self.lastError }
  }

  private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
