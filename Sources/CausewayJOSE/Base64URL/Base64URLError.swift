/// The reason why a text is not base64url.
public enum Base64URLError: Error, Hashable, Sendable, CaseIterable {
  /// The text has padding, `=`.
  case padding
  /// The text has white space.
  case whitespace
  /// The text has `+` or `/`, which belong to base64's standard alphabet.
  case standardAlphabet
  /// The text has a character that is in no base64 alphabet.
  case invalidCharacter
  /// The text's length leaves a remainder of 1 when divided by 4; no bytes are encoded to such a length.
  case impossibleLength
  /// The bits after the last byte are not zero.
  case nonzeroTrailingBits
}

extension Base64URLError: CustomStringConvertible {
  /// The problem, such as "the base64url text has padding, which is not allowed".
  public var description: String {
    switch self {
    case .padding: "the base64url text has padding, which is not allowed"
    case .whitespace: "the base64url text contains white space"
    case .standardAlphabet: "the text is base64 and not base64url, which has '-' and '_' instead of '+' and '/'"
    case .invalidCharacter: "the base64url text contains an invalid character"
    case .impossibleLength: "the length of the base64url text is impossible: a character is missing or was added"
    case .nonzeroTrailingBits: "the base64url text has bits after its last byte that are not zero"
    }
  }
}
