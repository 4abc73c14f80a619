import CausewayJOSE
import CausewayTool

/// The secret of a program that may send requests to `causeway-merchant serve`.
///
/// Only the secret's digest is stored, so no code can print the secret.
struct ClientSecret: Sendable {
  /// The environment variable with a secret. A secret is never an argument, because every user of the machine can read
  /// a command's arguments.
  static let variable = "CAUSEWAY_CLIENT_SECRET"
  private static let minimumBytes = 32

  /// The client's name in the log and the metrics.
  let name: String
  fileprivate let digest: [UInt8]

  /// - Parameter place: the place of the secret, for the error's text.
  /// - Throws: ``UsageError``, whose text does not contain the secret.
  init(_ secret: [UInt8], of name: String, at place: String) throws {
    // The field Authorization cannot contain other characters.
    guard secret.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw UsageError(
        "\(place): it has a space, a line break or another character that is not visible ASCII; make a secret with openssl rand -hex 32"
      )
    }
    guard secret.count >= Self.minimumBytes else {
      throw UsageError(
        "\(place): it is shorter than \(Self.minimumBytes) bytes; make a secret with openssl rand -hex 32")
    }
    self.name = name
    digest = SHA256Hash(of: secret).bytes
  }

  func isSame(as other: ClientSecret) -> Bool { digest == other.digest }
}

/// The secrets of all clients. While a client replaces its secret, the client has two secrets.
struct ClientSecrets: Sendable {
  private let secrets: [ClientSecret]

  init(_ secrets: [ClientSecret]) { self.secrets = secrets }

  var isEmpty: Bool { secrets.isEmpty }
  var names: [String] { secrets.map(\.name) }

  /// Returns the name of the client whose secret a field `Authorization` contains, with the scheme Bearer; nil if there
  /// is none.
  ///
  /// The time of the comparison does not depend on the secrets: all of them are compared to their end.
  func client(_ authorization: String?) -> String? {
    let words = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    let given = SHA256Hash(of: String(words[1])).bytes
    var found: String?
    for secret in secrets {
      let difference = zip(secret.digest, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
      if difference == 0 { found = secret.name }
    }
    return found
  }
}
