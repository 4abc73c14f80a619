import Foundation

/// A folder for files that the command needs only while it runs. Only this user can read it.
///
/// The folder is removed when the command ends normally or by a signal. If the command is killed, the folder remains.
/// The next start recognizes such a folder because its lock is free, and removes it.
package final class TemporaryFolder: Sendable {
  package let url: URL
  /// The descriptor of the open and locked folder.
  private let descriptor: Int32

  private static let prefix = "causeway-run-"
  private static let suffixLength = 6
  /// The name of a file that is in each folder of this command from its creation until its removal. Folders without
  /// this file are not removed, even if their names match.
  private static let mark = ".causeway"
  private static let live = LiveFolders()

  /// Makes a folder.
  ///
  /// - Throws: an error with advice for the user, or the system's error.
  package init() throws {
    let base = FileManager.default.temporaryDirectory
    var attempt = 0
    while true {
      attempt += 1
      if let (url, descriptor) = try Self.make(in: base) {
        (self.url, self.descriptor) = (url, descriptor)
        Self.live.add(url.path, descriptor)
        return
      }
      // Try again, because another process may have removed the new folder as a leftover before it was locked.
      guard attempt < 100 else { throw POSIXError(.EBUSY) }
    }
  }

  deinit { remove() }

  /// Removes the folder with everything in it.
  package func remove() { Self.live.remove(url.path) }

  /// Removes all temporary folders of this process. Any thread may call this at any time.
  package static func removeAll() { live.removeAll() }

  /// Removes the folders that killed commands of this user have left behind.
  package static func removeLeftovers() {
    let base = open(FileManager.default.temporaryDirectory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard base >= 0 else { return }
    defer { close(base) }
    for name in FileTree.names(in: base)
    where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + suffixLength {
      removeLeftover(name, in: base)
    }
  }

  private static func removeLeftover(_ name: String, in base: Int32) {
    let descriptor = openat(base, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o777 == 0o700,
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    var named = stat()
    guard fstatat(base, name, &named, AT_SYMLINK_NOFOLLOW) == 0, named.st_ino == status.st_ino,
      named.st_dev == status.st_dev
    else { return }
    if hasMark(descriptor) { FileTree.removeContents(of: descriptor, last: mark) }
    // A folder without a mark is removed only if it is empty, because then its process was killed before it wrote the
    // mark.
    unlinkat(base, name, AT_REMOVEDIR)
  }

  private static func hasMark(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstatat(descriptor, mark, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid()
  }

  /// Makes and locks a new folder. Returns nil if another process removed or locked it in the meantime.
  private static func make(in base: URL) throws -> (URL, Int32)? {
    var template = Array(
      base.appendingPathComponent(prefix + String(repeating: "X", count: suffixLength)).path.utf8CString)
    guard mkdtemp(&template) != nil else { throw UnusableTemporaryFolder(path: base.path, code: errno) }
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw lastError
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      let file = openat(descriptor, mark, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file >= 0 {
        close(file)
        return (URL(fileURLWithPath: path, isDirectory: true), descriptor)
      }
    }
    let error = errno
    close(descriptor)
    if error == ENOENT || error == EWOULDBLOCK { return nil }
    errno = error
    throw lastError
  }

  private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  /// The temporary folders of this process, by path.
  private final class LiveFolders: @unchecked Sendable {  // the lock protects `descriptors`
    private let lock = NSLock()
    private var descriptors: [String: Int32] = [:]

    package func add(_ path: String, _ descriptor: Int32) {
      lock.withLock { descriptors[path] = descriptor }
    }

    package func remove(_ path: String) {
      lock.withLock {
        guard let descriptor = descriptors.removeValue(forKey: path) else { return }
        // Another thread may write files during the first attempt, so the removal is repeated.
        for _ in 0..<10 {
          FileTree.removeContents(of: descriptor, last: TemporaryFolder.mark)
          if rmdir(path) == 0 || errno != ENOTEMPTY { break }
        }
        close(descriptor)
      }
    }

    package func removeAll() {
      for path in lock.withLock({ Array(descriptors.keys) }) { remove(path) }
    }
  }
}

/// The error for a folder of the system in which no temporary folder can be made.
private struct UnusableTemporaryFolder: Error, CustomStringConvertible {
  let path: String
  /// The system's error number.
  let code: Int32

  var description: String {
    "no temporary folder can be made in \(path): \(String(cString: strerror(code))); set TMPDIR to a folder that "
      + "you can write to"
  }
}

/// Functions for the files in an open folder. They do not follow symbolic links.
private enum FileTree {
  /// Removes everything in a folder, and the file `last` after everything else.
  package static func removeContents(of folder: Int32, last: String? = nil) {
    let names = names(in: folder)
    for name in names.filter({ $0 != last }) + names.filter({ $0 == last }) {
      if unlinkat(folder, name, 0) == 0 { continue }
      let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard inner >= 0 else { continue }
      removeContents(of: inner)
      close(inner)
      unlinkat(folder, name, AT_REMOVEDIR)
    }
  }

  private static let nameOffset: Int = {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { preconditionFailure("no field d_name") }
    return offset
  }()

  /// Returns the names in a folder, without `.` and `..`.
  package static func names(in folder: Int32) -> [String] {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // Reads only the name and not the whole field `d_name`, because the record may end before the end of the field.
      let name = String(
        cString: UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
