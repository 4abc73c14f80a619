import CausewayJSON

/// A filter that removes secrets from messages before observers and logs receive them.
///
/// There are three independent rules. If a capability declares its values secret, all of them are replaced. The value
/// of a member is replaced if the member's name indicates a secret, such as `token`. Credentials inside a text are
/// replaced if their form identifies them.
public struct Redactor: Sendable {
  /// The rules that a bridge applies.
  public static let standard = Redactor()

  /// The text that replaces a secret.
  static let mark = "[redacted]"

  /// Parts of member names that indicate a secret, in lower case without `-` and `_`.
  static let secretNames = [
    "authorization", "token", "password", "passphrase", "secret", "cookie", "credential", "apikey", "privatekey",
    "bearer", "mnemonic",
  ]

  /// Returns the value without its secrets.
  public func redact(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(redact(text))
    case .array(let elements): .array(elements.map(redact))
    case .object(let object):
      .object(rewriting(object) { isSecret($0) ? redactAll($1) : redact($1) })
    case .null, .bool, .number: value
    }
  }

  /// Returns the value with every string, number and boolean replaced. Names and structure stay.
  func redactAll(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(redactAll))
    case .object(let object): .object(rewriting(object) { redactAll($1) })
    case .null: .null
    case .bool, .number, .string: .string(Self.mark)
    }
  }

  /// Returns the text without credentials, JSON Web Tokens and the values of secret names, as in `token=…` or `"token":
  /// "…"`.
  public func redact(_ text: String) -> String {
    var scanner = SecretScanner(text, isSecret: isSecret)
    return scanner.redacted()
  }

  private func rewriting(_ object: JSONObject, _ change: (String, JSONValue) -> JSONValue) -> JSONObject {
    var result = JSONObject()
    for (key, value) in object { result[key] = change(key, value) }
    return result
  }

  private func isSecret(_ name: String) -> Bool {
    // Compare bytes: a combining mark after a word would change the word's last `Character`.
    let plain = name.lowercased().utf8.filter { !"-_".utf8.contains($0) }
    return Self.secretNames.contains { plain.contains($0.utf8) }
  }
}
