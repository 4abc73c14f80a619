import CausewayJOSE

/// Why there is no key for a signature.
public enum KeySourceError: Error, Hashable, Sendable {
  /// Keys come from a file, by `https`, or from this machine itself: whoever could change them could sign anything.
  case insecureLocation
  /// The keys are known, and none of them is meant.
  case noKey(JSONWebKeySetError)
  /// The keys cannot be had.
  case unavailable(KeyFetchError)
}

extension KeySourceError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .insecureLocation: "keys are fetched by https, from this machine itself, or from a file"
    case .noKey(let error): "\(error)"
    case .unavailable(let error): "the keys cannot be had: \(error)"
    }
  }
}

/// Why a key set could not be fetched.
public enum KeyFetchError: Error, Hashable, Sendable {
  /// The server did not answer in time.
  case timedOut
  /// The server cannot be reached, or the connection was lost, and why, in a few words.
  case unreachable(reason: String)
  /// The server answered with another status than 200.
  case status(Int)
  /// It is longer than so many bytes.
  case tooLarge(maximumBytes: Int)
  /// It has more keys than so many.
  case tooManyKeys(maximum: Int)
  /// It is not a key set.
  case notKeySet(JSONWebKeySetError)
  /// The file cannot be read.
  case unreadableFile
}

extension KeyFetchError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .timedOut: "the key server did not answer in time"
    case .unreachable(let reason): "the key server cannot be reached: \(reason)"
    case .status(let status): "the key server answered with status \(status)"
    case .tooLarge(let maximumBytes): "the key set is longer than \(maximumBytes) bytes"
    case .tooManyKeys(let maximum): "the key set has more than \(maximum) keys"
    case .notKeySet(let error): "\(error)"
    case .unreadableFile: "the file with the key set cannot be read"
    }
  }
}
