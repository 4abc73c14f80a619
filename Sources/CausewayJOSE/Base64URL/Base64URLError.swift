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
  /// The problem, such as "base64url without padding is wanted".
  public var description: String {
    switch self {
    case .padding: "base64url without padding is wanted"
    case .whitespace: "there is white space in the base64url"
    case .standardAlphabet: "base64url has '-' and '_' instead of '+' and '/'"
    case .invalidCharacter: "there is a character that base64url does not have"
    case .impossibleLength: "base64url of this length does not exist"
    case .nonzeroTrailingBits: "the bits behind the last byte must be zero"
    }
  }
}
