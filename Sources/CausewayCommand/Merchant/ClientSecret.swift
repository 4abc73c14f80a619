import CausewayJOSE
import Foundation

/// What clients of `causeway merchant serve` identify themselves with, if its owner wants them to.
///
/// Only its digest is kept, so that nothing can print it, and to compare takes the same time for each wrong one.
struct ClientSecret: Sendable {
  /// Where it is. It is never an argument: those, every user of the machine can read.
  static let variable = "CAUSEWAY_CLIENT_SECRET"
  private static let minimumBytes = 32

  private let digest: SHA256Hash

  /// Reads it from the environment; nil if the variable is not set.
  ///
  /// - Throws: ``UsageError``, without the secret. An empty variable is an error: its owner wants a secret, and without
  ///   one every client would be let in.
  init?(_ environment: [String: String]) throws {
    guard let text = environment[Self.variable] else { return nil }
    guard !text.isEmpty else {
      throw UsageError("\(Self.variable): it is empty; put a secret into it, or unset it to ask clients for none")
    }
    // No field Authorization could have it.
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw UsageError(
        "\(Self.variable): it has a space, a line break or another character that is no visible ASCII character; make "
          + "one with openssl rand -hex 32")
    }
    guard text.utf8.count >= Self.minimumBytes else {
      throw UsageError("\(Self.variable): shorter than \(Self.minimumBytes) bytes; make one with openssl rand -hex 32")
    }
    digest = SHA256Hash(of: text)
  }

  /// Whether a field `Authorization` has it, as Bearer.
  func matches(_ authorization: String?) -> Bool {
    let words = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    return SHA256Hash(of: String(words[1])) == digest
  }
}
