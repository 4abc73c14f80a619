/// Why an id is not admitted.
public enum ReplayError: Error, Hashable, Sendable, CaseIterable {
  /// It was here before, and is still valid.
  case replayed
  /// It is no longer valid, so it could not be remembered.
  case expired
  /// So many ids are remembered that there is no room; those who come are refused until some expire.
  case full
}

extension ReplayError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .replayed: "the token was used before (jti)"
    case .expired: "the token has expired"
    case .full: "too many tokens are in use at once"
    }
  }
}
