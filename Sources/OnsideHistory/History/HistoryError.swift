import CausewayJOSE

/// Why a signed history is refused. No case holds any of its text.
public enum HistoryError: Error, Hashable, Sendable {
  /// It is not a compact JWS, or one that nobody should read, such as an unsigned one.
  case notSigned(JWSError)
  /// A history is signed with RS256 or ES256.
  case algorithmNotAllowed(JWSAlgorithm)
  /// There is no key to check it with.
  case key(KeySourceError)
  /// The store did not sign it.
  case signature(JWSError)
  /// The store signed something else than a history.
  case payload(TransactionHistoryError)
}

extension HistoryError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .notSigned(let error): "the history is not a JWS that can be checked: \(error)"
    case .algorithmNotAllowed(let algorithm):
      "the history is signed with \(algorithm.rawValue); only RS256 and ES256 are accepted"
    case .key(let error): "there is no key for the history's signature: \(error)"
    case .signature(let error): "the store did not sign the history: \(error)"
    case .payload(let error): "the store signed something that is not a history: \(error)"
    }
  }
}
