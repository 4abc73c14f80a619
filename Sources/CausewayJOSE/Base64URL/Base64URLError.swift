/// Why a text is not base64url.
public enum Base64URLError: Error, Hashable, Sendable, CaseIterable {
  /// It has padding, `=`.
  case padding
  /// It has white space.
  case whitespace
  /// It has `+` or `/`, of base64's standard alphabet.
  case standardAlphabet
  /// It has a character that no base64 has.
  case invalidCharacter
  /// Its length leaves a remainder of 1 when divided by 4; no bytes have such a text.
  case impossibleLength
  /// The bits behind the last byte are not zero.
  case nonzeroTrailingBits
}

extension Base64URLError: CustomStringConvertible {
  /// What is wrong, such as "base64url without padding is wanted".
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
