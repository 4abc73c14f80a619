import CausewayFiles
import Foundation

/// Functions for files that only the user who runs the store can read.
enum PrivateFile {
  /// Writes a file atomically, with the mode 0600. The file is on disk when this method returns.
  ///
  /// - Throws: ``SandboxError``.
  static func write(_ text: String, to file: URL) throws(SandboxError) {
    let unfinished = file.path + ".new"
    // Remove a file that an interrupted start left behind, because it may have another mode.
    unlink(unfinished)
    let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SandboxError(system: file) }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 else { throw SandboxError(system: file) }
      rest = rest.dropFirst(written)
    }
    guard synchronize(descriptor) == 0, rename(unfinished, file.path) == 0 else { throw SandboxError(system: file) }
    let folder = open(file.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    // An error is ignored, because some file systems cannot synchronize a folder.
    _ = synchronize(folder)
    close(folder)
  }

  /// Reads a file; nil if it is missing.
  ///
  /// - Throws: ``SandboxError``.
  static func read(_ file: URL) throws(SandboxError) -> String? {
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw SandboxError(path: file.path, reason: "cannot be read: \(error.localizedDescription)")
    }
  }
}

/// The error for a file of the store's folder that cannot be used.
public struct SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public var path: String
  /// The reason, and what to do about it.
  public var reason: String

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Creates the error from `errno`.
  fileprivate init(system file: URL) {
    self.init(path: file.path, reason: String(cString: strerror(errno)))
  }

  /// The path and the reason.
  public var description: String { "\(path): \(reason)" }
}
