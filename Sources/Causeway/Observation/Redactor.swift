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

  /// Returns the value with every string, number and boolean replaced. The names and the structure are kept.
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

  private static let secretParts = secretNames.map { Array($0.utf8) }
  private static let shortestSecretName = secretParts.map(\.count).min() ?? 0

  private func isSecret(_ name: String) -> Bool {
    // Compare bytes: a combining mark after a word would change the word's last `Character`.
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    return isSecret(Array((isASCII ? name : name.lowercased()).utf8)[...])
  }

  /// Returns whether a name indicates a secret. The name is UTF-8: ASCII in any letter case, or already in lower case.
  private func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
    // Every word of every observed message is checked, and most of them are shorter than the shortest name of a secret.
    guard name.count >= Self.shortestSecretName else { return false }
    var plain: [UInt8] = []
    plain.reserveCapacity(name.count)
    for byte in name where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") {
      plain.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
    }
    return Self.secretParts.contains { plain.contains(part: $0) }
  }
}

extension [UInt8] {
  /// Returns whether the bytes occur in this array. The standard library's `contains(_:)` for collections takes a hundred
  /// times as long for such short arrays.
  fileprivate func contains(part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard count >= part.count else { return false }
    for start in 0...(count - part.count) where self[start] == first {
      var length = 1
      while length < part.count, self[start + length] == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}
