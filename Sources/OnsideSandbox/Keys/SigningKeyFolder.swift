import CausewayJOSE
import Foundation

/// The folder with the store's private signing key, a PEM file that only the user who runs the store can read.
struct SigningKeyFolder {
  private let folder: URL

  init(_ folder: URL) {
    self.folder = folder
  }

  /// Writes a key, and creates the folder if it is missing.
  func write(_ key: SigningKey, id: String) throws(SandboxError) {
    guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
      throw SandboxError(path: folder.path, reason: String(cString: strerror(errno)))
    }
    guard let pem = key.pem() else { throw SandboxError(path: file(id).path, reason: "the key cannot be written") }
    try PrivateFile.write(pem, to: file(id))
  }

  /// Returns the key with an id; nil if its file is missing.
  func key(_ id: String) throws(SandboxError) -> SigningKey? {
    guard let pem = try PrivateFile.read(file(id)) else { return nil }
    do throws(SigningKeyError) {
      return try SigningKey(pem: pem, keyID: id)
    } catch {
      throw SandboxError(path: file(id).path, reason: "\(error); remove the file to sign with a new key")
    }
  }

  /// Removes every key except the key with this id. The removed private keys are not needed, because signatures are
  /// verified with the public keys.
  func removeAll(but id: String) {
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files ?? [] where file.lastPathComponent != self.file(id).lastPathComponent {
      // An error is ignored, because the next rotation tries again to remove the file.
      try? FileManager.default.removeItem(at: file)
    }
  }

  private func file(_ id: String) -> URL { folder.appendingPathComponent("\(id).pem") }
}
