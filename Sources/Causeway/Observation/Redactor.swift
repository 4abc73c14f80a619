/// Replaces secrets before anybody sees a message.
///
/// Three rules, each enough on its own: a capability that declares its values secret has all of them replaced; a
/// member whose name speaks of a secret loses its value; and a text that holds a bearer credential or a JSON Web
/// Token loses that part, wherever it stands.
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

  /// The text without bearer credentials and JSON Web Tokens.
  public func redact(_ text: String) -> String {
    // Most texts are short and hold neither, which one look at the bytes can tell.
    guard text.utf8.contains(UInt8(ascii: ".")) || text.utf8.contains(UInt8(ascii: " ")) else { return text }
    var words: [Substring] = []
    var changed = false
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      // The word before may begin with a quotation mark.
      let scheme = words.last?.drop { !$0.isLetter }.lowercased()
      let isCredential = ["bearer", "basic"].contains(scheme) && !word.isEmpty
      if isCredential || isJSONWebToken(word) {
        words.append(Substring(Self.mark))
        changed = true
      } else {
        words.append(word)
      }
    }
    return changed ? words.joined(separator: " ") : text
  }

  private func rewriting(_ object: JSONObject, _ change: (String, JSONValue) -> JSONValue) -> JSONObject {
    var result = JSONObject()
    for (key, value) in object { result[key] = change(key, value) }
    return result
  }

  private func isSecret(_ name: String) -> Bool {
    let plain = String(decoding: name.lowercased().utf8.filter { !"-_".utf8.contains($0) }, as: UTF8.self)
    return Self.secretNames.contains { plain.contains($0) }
  }

  /// Three base64url parts, the first of which begins a JSON object.
  private func isJSONWebToken(_ word: Substring) -> Bool {
    let parts = word.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].starts(with: "eyJ".utf8) && parts[0].count > 10
  }
}
