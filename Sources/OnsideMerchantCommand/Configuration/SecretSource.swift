import CausewayFiles
import CausewayTool
import Foundation
import OnsideMerchant

/// The location of a secret. The configuration file contains the location, and never the secret.
struct SecretSource: Sendable {
  enum Kind: Hashable, Sendable {
    /// A credential of systemd: a file in the folder that `CREDENTIALS_DIRECTORY` names.
    case credential(String)
    case file(String)
    /// An environment variable.
    case environment(String)
  }

  enum Encoding: String, CaseIterable, Sendable {
    case text
    /// Base64 or base64url, for a secret whose bytes are not text.
    case base64
  }

  /// The variable with which systemd names the folder of the service's credentials.
  static let folderVariable = "CREDENTIALS_DIRECTORY"
  /// The maximum length of a secret's file, in bytes.
  private static let maximumBytes = 64 << 10

  let kind: Kind
  let encoding: Encoding

  init(_ kind: Kind, _ encoding: Encoding) {
    self.kind = kind
    self.encoding = encoding
  }

  /// Reads the secret. A line break at the end of a file is not part of it, because editors add one.
  ///
  /// - Parameter place: the place of this source, for the error's text.
  /// - Throws: ``UsageError``, whose text does not contain the secret.
  func bytes(at place: String, _ environment: [String: String]) throws -> [UInt8] {
    let bytes: [UInt8]
    switch kind {
    case .environment(let name):
      guard let text = environment[name] else {
        throw UsageError("\(place).environment: the environment variable \(name) is not set")
      }
      bytes = Array(text.utf8)
    case .file(let path): bytes = try Self.contents(of: path, at: "\(place).file")
    case .credential(let name):
      guard let folder = environment[Self.folderVariable], !folder.isEmpty else {
        throw UsageError(
          "\(place).credential: \(Self.folderVariable) is not set; set it to the folder of the secrets, or start the program by systemd with LoadCredential=\(name):PATH"
        )
      }
      let file = "\(folder)/\(name)"
      guard FileReason.absence(of: file) != .missing else {
        throw UsageError(
          "\(place).credential: \(file) does not exist; add LoadCredential=\(name):PATH to the unit of systemd, or put the file there"
        )
      }
      bytes = try Self.contents(of: file, at: "\(place).credential")
    }
    guard !bytes.isEmpty else { throw UsageError("\(place): the secret is empty") }
    guard encoding == .base64 else { return bytes }
    guard let secret = MerchantSecret(base64: String(decoding: bytes, as: UTF8.self)), !secret.isEmpty else {
      throw UsageError("\(place): the secret is not base64; make it with base64 --wrap=0 FILE")
    }
    return secret.bytes
  }

  private static func contents(of path: String, at place: String) throws -> [UInt8] {
    let data: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      data = try file.read(upToCount: maximumBytes + 1) ?? Data()
      try file.close()
    } catch {
      throw UsageError("\(place): \(path) cannot be read: \(FileReason.of(error, at: path))")
    }
    guard data.count <= maximumBytes else {
      throw UsageError("\(place): \(path) is longer than \(maximumBytes) bytes, so it is not a secret")
    }
    var bytes = Array(data)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }
}
