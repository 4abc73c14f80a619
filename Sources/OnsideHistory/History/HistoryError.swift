import CausewayJOSE

/// The reason why a signed history is refused. No case contains text from the history.
public enum HistoryError: Error, Hashable, Sendable {
  /// The text is not a compact JWS, or it is a JWS that must not be accepted, such as an unsigned JWS.
  case notSigned(JWSError)
  /// The signature's algorithm is not one of ``HistoryVerifier/algorithms``.
  case algorithmNotAllowed(JWSAlgorithm)
  /// There is no key to check the signature with.
  case key(KeySourceError)
  /// The signature does not match the store's key.
  case signature(JWSError)
  /// The store signed something that is not a history.
  case payload(TransactionHistoryError)
}

extension HistoryError: CustomStringConvertible {
  /// The problem, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .notSigned(let error): "the history is not a JWS that can be checked: \(error)"
    case .algorithmNotAllowed(let algorithm):
      "the history is signed with \(algorithm.rawValue); only "
        + "\(HistoryVerifier.algorithms.map(\.rawValue).joined(separator: " and ")) are accepted"
    case .key(let error): "there is no key for the history's signature: \(error)"
    case .signature(let error): "the store did not sign the history: \(error)"
    case .payload(let error): "the store signed something that is not a history: \(error)"
    }
  }
}
