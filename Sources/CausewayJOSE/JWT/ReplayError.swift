/// The reason why a token's ID is not admitted.
public enum ReplayError: Error, Hashable, Sendable, CaseIterable {
  /// The ID was admitted before, and its token is still valid.
  case replayed
  /// The token has expired, so the guard does not remember its ID.
  case expired
  /// The guard is full. It refuses new IDs until some expire.
  case full
}

extension ReplayError: CustomStringConvertible {
  /// The problem, in a sentence without a period.
  public var description: String {
    switch self {
    case .replayed: "the token was used before (jti): request a new token"
    case .expired: "the token has expired: request a new token"
    case .full: "too many tokens are in use at once: try again later"
    }
  }
}
