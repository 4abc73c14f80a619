/// The reason why a call with a key, or the request for its outcome, failed.
public enum KeyedCallFailure: Hashable, Sendable {
  /// The key is longer than 256 bytes, or the page's origin is opaque, so that no later page could use the key.
  case unusable
  /// The capability sends or receives a stream or bytes, whose outcome cannot be kept.
  case unsupported
  /// The key belongs to a call with another name or other parameters, or to a running call that the app has forgotten.
  case reused
  /// No call with this key is known: none has arrived, or its outcome is no longer kept.
  case unknown
  /// The call has ended, but its outcome took too much memory to be kept.
  case outcomeNotKept
  /// The pages of this origin have ``Limits/keyedCalls`` calls with keys that run or whose outcomes are kept.
  case tooMany(limit: Int)

  /// The constant for the page.
  var code: String {
    switch self {
    case .unusable, .unsupported: "KEY_REFUSED"
    case .reused: "KEY_REUSED"
    case .unknown: "UNKNOWN_KEY"
    case .outcomeNotKept: "OUTCOME_NOT_KEPT"
    case .tooMany: "TOO_MANY_KEYS"
    }
  }

  /// The failure as a sentence for the page.
  var pageMessage: String {
    switch self {
    case .unusable: "The key cannot be used: it must have 1 to 256 bytes, and the page's origin must not be opaque."
    case .unsupported: "This function has no JSON result, so its outcome cannot be kept: call it without a key."
    case .reused:
      "The key belongs to a call with another name or other parameters, or to a running call that the app has "
        + "forgotten; use a new key for each call."
    case .unknown: "No call with this key has arrived, or its outcome is no longer kept."
    case .outcomeNotKept: "The call has ended, but its outcome took too much memory to be kept."
    case .tooMany(let limit):
      "This origin already has \(limit) calls with keys, the maximum; wait until older outcomes expire."
    }
  }
}
