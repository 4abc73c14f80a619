import CausewayJSON

/// Replaces secrets before anybody sees a message.
///
/// Three rules, each enough on its own: a capability that declares its values secret has all of them replaced; a
/// member whose name speaks of a secret loses its value; and a text loses the credentials in it, known by
/// their form, wherever they stand.
public struct Redactor: Sendable {
  /// The rules that a bridge applies.
  public static let standard = Redactor()

  /// What stands in the place of a secret.
  static let mark = "[redacted]"

  /// Parts of member names, in lower case without `-` and `_`, that speak of a secret.
  static let secretNames = [
    "authorization", "token", "password", "passphrase", "secret", "cookie", "credential", "apikey", "privatekey",
    "bearer", "mnemonic",
  ]

  /// The value without its secrets.
  public func redact(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(redact(text))
    case .array(let elements): .array(elements.map(redact))
    case .object(let object):
      .object(rewriting(object) { isSecret($0) ? redactAll($1) : redact($1) })
    case .null, .bool, .number: value
    }
  }

  /// The value with every leaf replaced; names and structure stay.
  func redactAll(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(redactAll))
    case .object(let object): .object(rewriting(object) { redactAll($1) })
    case .null: .null
    case .bool, .number, .string: .string(Self.mark)
    }
  }

  /// The text without credentials, JSON Web Tokens and values of secret names, as `token=…` or `"token": "…"`.
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
    // By bytes: a mark after a word is one `Character` with its last letter.
    let plain = name.lowercased().utf8.filter { !"-_".utf8.contains($0) }
    return Self.secretNames.contains { plain.contains($0.utf8) }
  }
}
