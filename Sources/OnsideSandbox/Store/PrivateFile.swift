import CausewayFiles
import Foundation

/// Files that nobody but this user reads.
enum PrivateFile {
  /// Writes a file, whole or not at all, with the mode 0600. It is on the disk when this returns.
  ///
  /// - Throws: ``SandboxError``.
  static func write(_ text: String, to file: URL) throws(SandboxError) {
    let unfinished = file.path + ".new"
    // One that is left of a start that was interrupted may have another mode.
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
    // Where a folder cannot be synchronised, nothing is to be done.
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

/// Why a file of the store's folder cannot be used.
public struct SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which.
  public var path: String
  /// Why, and what to do.
  public var reason: String

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The error of the system's last call.
  fileprivate init(system file: URL) {
    self.init(path: file.path, reason: String(cString: strerror(errno)))
  }

  /// Which, and why.
  public var description: String { "\(path): \(reason)" }
}
