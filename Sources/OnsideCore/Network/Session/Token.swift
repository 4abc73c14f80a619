/// A secret of a session. Its descriptions do not contain the secret.
struct Token: Hashable, Codable, Sendable {
  /// The secret, as the store gave it.
  let secret: String

  init(_ secret: String) {
    self.secret = secret
  }

  init(from decoder: any Decoder) throws {
    secret = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(secret)
  }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "(a token)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
