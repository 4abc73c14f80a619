import CausewayJOSE
import Foundation

/// The private key that the store signs with, as a PEM file that nobody else reads.
struct SigningKeyFolder {
  private let folder: URL

  init(_ folder: URL) {
    self.folder = folder
  }

  /// Writes a key.
  func write(_ key: SigningKey, id: String) throws(SandboxError) {
    guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
      throw SandboxError(path: folder.path, reason: String(cString: strerror(errno)))
    }
    guard let pem = key.pem() else { throw SandboxError(path: file(id).path, reason: "the key cannot be written") }
    try PrivateFile.write(pem, to: file(id))
  }

  /// The key of a name; nil if its file is gone.
  func key(_ id: String) throws(SandboxError) -> SigningKey? {
    guard let pem = try PrivateFile.read(file(id)) else { return nil }
    do throws(SigningKeyError) {
      return try SigningKey(pem: pem, keyID: id)
    } catch {
      throw SandboxError(path: file(id).path, reason: "\(error); remove it to sign with a new key")
    }
  }

  /// Removes every key but one: what they signed is verified with the public halves.
  func removeAll(but id: String) {
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files ?? [] where file.lastPathComponent != self.file(id).lastPathComponent {
      // One that stays is removed with the next rotation.
      try? FileManager.default.removeItem(at: file)
    }
  }

  private func file(_ id: String) -> URL { folder.appendingPathComponent("\(id).pem") }
}
