import CausewayJOSE
import Foundation

/// What clients of `causeway merchant serve` identify themselves with, if its owner wants them to.
///
/// Only its digest is kept, so that nothing can print it, and to compare takes the same time for each wrong one.
struct ClientSecret: Sendable {
  /// Where it is. It is never an argument: those, every user of the machine can read.
  static let variable = "CAUSEWAY_CLIENT_SECRET"
  private static let minimumBytes = 32

  private let digest: SHA256Digest

  /// Reads it from the environment; nil if it is not there.
  /// - Throws: ``UsageError``, without the secret.
  init?(_ environment: [String: String]) throws {
    guard let text = environment[Self.variable], !text.isEmpty else { return nil }
    guard text.utf8.count >= Self.minimumBytes else {
      throw UsageError("\(Self.variable): shorter than \(Self.minimumBytes) bytes; make one with openssl rand -hex 32")
    }
    digest = SHA256Digest(of: text)
  }

  /// Whether a field `Authorization` has it, as Bearer.
  func matches(_ authorization: String?) -> Bool {
    let words = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    return SHA256Digest(of: String(words[1])) == digest
  }
}
