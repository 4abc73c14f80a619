import CausewayTool

/// A reader of the secrets that a configuration names.
struct SecretReader {
  let environment: [String: String]
  /// False to read nothing, for a check of the configuration on a machine without the secrets. Each secret is then a
  /// placeholder, which must not be used.
  let readsSecrets: Bool

  /// - Throws: ``UsageError``, whose text does not contain the secret.
  func bytes(_ source: Setting<SecretSource>) throws -> [UInt8] {
    guard readsSecrets else { return Array("placeholder of the secret at \(source.place)".utf8.filter { $0 != 0x20 }) }
    return try source.value.bytes(at: source.place, environment)
  }
}
