import CausewayJSON

/// Public keys as a JWK Set (RFC 7517, section 5), such as a server publishes at `/.well-known/jwks.json`.
///
/// Keys that cannot verify are left out: of unknown kinds, for encryption, malformed, too short, private and secret ones.
public struct JSONWebKeySet: Sendable {
  /// The keys that can verify, in their order.
  public let keys: [JSONWebKey]
  /// Why the others were left out, in their order.
  public let leftOut: [JSONWebKeyError]
  /// Each of ``keys``, prepared.
  private let prepared: [VerificationKey]

  /// Reads a set.
  ///
  /// - Throws: ``JSONWebKeySetError`` unless the text is an object with an array `keys`.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONWebKeySetError) {
    guard let entries = try Self.object(bytes)["keys"]?.arrayValue else { throw .missingKeys }
    self.init(entries) { json throws(JSONWebKeyError) in try JSONWebKey(json) }
  }

  /// A set of these keys, such as a server publishes.
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

  /// The set as it is published.
  public var json: JSONValue { ["keys": .array(keys.map(\.json))] }

  /// The key that a header means: the one of its `kid`, or, if it has none, the only one for its algorithm.
  ///
  /// - Throws: ``JSONWebKeySetError`` if there is none, or more than one.
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
  /// Whether this is the name, by its bytes, or there is none to compare with.
  fileprivate func isNamed(_ name: String?) -> Bool {
    guard let name else { return true }
    return keyID.map { $0.utf8.elementsEqual(name.utf8) } ?? false
  }
}
