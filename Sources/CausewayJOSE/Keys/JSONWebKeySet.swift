import CausewayJSON

/// A set of public keys, a JWK Set (RFC 7517, section 5), as a server publishes at `/.well-known/jwks.json`.
///
/// The set leaves out keys that cannot verify: keys of unknown types, keys for encryption, and keys that are malformed,
/// too short, private or secret.
public struct JSONWebKeySet: Sendable {
  /// The keys that can verify, in the order of the set.
  public let keys: [JSONWebKey]
  /// The reason for each key that was left out, in the order of the set.
  public let leftOut: [JSONWebKeyError]
  /// The prepared form of each of ``keys``.
  private let prepared: [VerificationKey]

  /// Parses a set.
  ///
  /// - Throws: ``JSONWebKeySetError`` unless the text is an object with an array `keys`.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONWebKeySetError) {
    guard let entries = try Self.object(bytes)["keys"]?.arrayValue else { throw .missingKeys }
    self.init(entries) { json throws(JSONWebKeyError) in try JSONWebKey(json) }
  }

  /// Creates a set of keys, for a server that publishes them.
  public init(_ keys: [JSONWebKey]) {
    self.init(keys) { $0 }
  }

  private init<Entry>(_ entries: [Entry], read: (Entry) throws(JSONWebKeyError) -> JSONWebKey) {
    var keys: [JSONWebKey] = []
    var prepared: [VerificationKey] = []
    var leftOut: [JSONWebKeyError] = []
    for entry in entries {
      do throws(JSONWebKeyError) {
        let key = try read(entry)
        prepared.append(try VerificationKey(key))
        keys.append(key)
      } catch {
        leftOut.append(error)
      }
    }
    (self.keys, self.prepared, self.leftOut) = (keys, prepared, leftOut)
  }

  /// The set's JSON, as a server publishes it.
  public var json: JSONValue { ["keys": .array(keys.map(\.json))] }

  /// Returns the key for a header: the key with its `kid`; without a `kid`, the only key for the header's algorithm.
  ///
  /// - Throws: ``JSONWebKeySetError`` if no key fits, or more than one.
  public func key(for header: JWSHeader) throws(JSONWebKeySetError) -> VerificationKey {
    let named = keys.indices.filter { keys[$0].isNamed(header.keyID) }
    if named.isEmpty, header.keyID != nil { throw .unknownKeyID }
    let fitting = named.filter { prepared[$0].algorithm == header.algorithm }
    guard let first = fitting.first else { throw header.keyID == nil ? .noKey : .wrongAlgorithm }
    guard fitting.count == 1 else { throw .ambiguousKey }
    return prepared[first]
  }

  private static func object(_ bytes: some Collection<UInt8>) throws(JSONWebKeySetError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, limits: JSONLimits(allowsDuplicateNames: false))
    } catch {
      throw error.reason == .duplicateName ? .duplicateMember : .notJSON
    }
  }
}

extension JSONWebKey {
  /// Returns whether the key has this name, compared by bytes; true if `name` is nil.
  fileprivate func isNamed(_ name: String?) -> Bool {
    guard let name else { return true }
    return keyID.map { $0.utf8.elementsEqual(name.utf8) } ?? false
  }
}
