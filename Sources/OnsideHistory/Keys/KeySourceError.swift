import CausewayJOSE

/// The reason why there is no key for a signature.
public enum KeySourceError: Error, Hashable, Sendable {
  /// The URL is neither a file, nor `https`, nor on this machine. Without encryption, an attacker could replace the
  /// keys and sign any history.
  case insecureLocation
  /// The key set is available, but has no key for the header.
  case noKey(JSONWebKeySetError)
  /// The key set is not available.
  case unavailable(KeyFetchError)
}

extension KeySourceError: CustomStringConvertible {
  /// The problem, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .insecureLocation: "the keys' location is not secure: use https, a server on this machine, or a file"
    case .noKey(let error): "\(error)"
    case .unavailable(let error): "the keys cannot be loaded: \(error)"
    }
  }
}

/// The reason why a key set could not be fetched.
public enum KeyFetchError: Error, Hashable, Sendable {
  /// The server did not answer in time.
  case timedOut
  /// The server cannot be reached, or the connection was lost. `reason` says why, in a few words.
  case unreachable(reason: String)
  /// The server answered with a status other than 200.
  case status(Int)
  /// The key set is longer than `maximumBytes`.
  case tooLarge(maximumBytes: Int)
  /// The key set has more keys than `maximum`.
  case tooManyKeys(maximum: Int)
  /// The document is not a key set.
  case notKeySet(JSONWebKeySetError)
  /// The file cannot be read.
  case unreadableFile
  /// The set was not fetched for this key id, because too many others were unknown a short time ago
  /// (``KeyCacheLimits/maximumFetchesAtOnce``).
  case tooManyUnknownKeyIDs
}

extension KeyFetchError: CustomStringConvertible {
  /// The problem, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .timedOut: "the key server did not answer in time; try again later"
    case .unreachable(let reason): "the key server cannot be reached: \(reason)"
    case .status(let status): "the key server answered with status \(status); check the key set's URL"
    case .tooLarge(let maximumBytes): "the key set is longer than \(maximumBytes) bytes; check the key set's URL"
    case .tooManyKeys(let maximum): "the key set has more than \(maximum) keys; check the key set's URL"
    case .notKeySet(let error): "\(error)"
    case .tooManyUnknownKeyIDs: "too many signatures named unknown keys a short time ago; try again later"
    case .unreadableFile: "the file with the key set cannot be read; check its path and its permissions"
    }
  }
}
