import CausewayJOSE
import Foundation

/// The secret with which clients of `causeway merchant serve` identify themselves, if the publisher sets one.
///
/// Only the secret's digest is stored. Therefore no code can print the secret, and a comparison takes the same time for
/// every wrong secret.
struct ClientSecret: Sendable {
  /// The environment variable with the secret. The secret is never an argument, because every user of the machine can
  /// read a command's arguments.
  static let variable = "CAUSEWAY_CLIENT_SECRET"
  private static let minimumBytes = 32

  private let digest: SHA256Hash

  /// Reads the secret from the environment; nil if the variable is not set.
  ///
  /// - Throws: ``UsageError``, whose text does not contain the secret. An empty variable is an error: the publisher
  ///   meant to set a secret, and without one every client would be allowed.
  init?(_ environment: [String: String]) throws {
    guard let text = environment[Self.variable] else { return nil }
    guard !text.isEmpty else {
      throw UsageError(
        "\(Self.variable): it is empty; put a secret into it, or unset it so that clients need no secret")
    }
    // The field Authorization cannot contain other characters.
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw UsageError(
        "\(Self.variable): it has a space, a line break or another character that is not visible ASCII; make a secret "
          + "with openssl rand -hex 32")
    }
    guard text.utf8.count >= Self.minimumBytes else {
      throw UsageError(
        "\(Self.variable): it is shorter than \(Self.minimumBytes) bytes; make a secret with openssl rand -hex 32")
    }
    digest = SHA256Hash(of: text)
  }

  /// Returns whether a field `Authorization` contains the secret, with the scheme Bearer.
  func matches(_ authorization: String?) -> Bool {
    let words = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    return SHA256Hash(of: String(words[1])) == digest
  }
}
