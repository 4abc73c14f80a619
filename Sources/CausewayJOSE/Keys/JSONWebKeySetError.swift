/// The reason why a text is not a key set, or why a set has no key for a JWS.
public enum JSONWebKeySetError: Error, Hashable, Sendable, CaseIterable {
  /// The text is not JSON.
  case notJSON
  /// An object in the text has two members with the same name.
  case duplicateMember
  /// The text is not an object with an array `keys`.
  case missingKeys
  /// No key of the set has the header's `kid`.
  case unknownKeyID
  /// The key with the header's `kid` is for another algorithm than the header names.
  case wrongAlgorithm
  /// Several keys of the set fit the header, so the right one is unknown.
  case ambiguousKey
  /// The header has no `kid`, and no key of the set is for its algorithm.
  case noKey
}

extension JSONWebKeySetError: CustomStringConvertible {
  /// The problem, in a sentence without a period.
  public var description: String {
    switch self {
    case .notJSON: "the key set is not JSON; check its location"
    case .duplicateMember: "the key set has an object with two members of the same name"
    case .missingKeys: "the key set is not an object with an array of keys"
    case .unknownKeyID: "no key of the set has the kid of the JWS"
    case .wrongAlgorithm: "the key with the kid of the JWS is for another algorithm"
    case .ambiguousKey: "several keys of the set match the JWS"
    case .noKey: "the JWS has no kid, and no key of the set is for its algorithm"
    }
  }
}
