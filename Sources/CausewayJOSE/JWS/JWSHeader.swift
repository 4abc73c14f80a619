import CausewayJSON

/// What the header of a JWS says, as far as it counts (RFC 7515, section 4.1).
///
/// Keys that a header brings along or points to (`jwk`, `jku`, `x5c`, `x5u`) do not count: whoever writes a header could
/// write a key of their own there.
public struct JWSHeader: Hashable, Sendable {
  /// How it is signed, `alg`.
  public var algorithm: JWSAlgorithm
  /// Which key signed it, `kid`.
  public var keyID: String?
  /// What it is, `typ`, such as "JWT".
  public var type: String?

  /// Creates a header.
  public init(algorithm: JWSAlgorithm, keyID: String? = nil, type: String? = nil) {
    self.algorithm = algorithm
    self.keyID = keyID
    self.type = type
  }
}

extension JWSHeader {
  /// Reads a header. Members that are not known are ignored, as RFC 7515 demands, unless they are said to be critical.
  init(parsing bytes: [UInt8]) throws(JWSError) {
    let object = try Self.object(bytes)
    if object["crit"] != nil { throw .criticalHeader }
    if let encoded = object["b64"], encoded != true { throw .unencodedPayload }
    if object["zip"] != nil { throw .compressedPayload }
    algorithm = try Self.algorithm(object)
    keyID = try Self.text(object["kid"], or: .keyIDNotString)
    type = try Self.text(object["typ"], or: .typeNotString)
  }

  /// The header as it is signed.
  var json: [UInt8] {
    var object: JSONObject = ["alg": .string(algorithm.rawValue)]
    object["kid"] = keyID.map(JSONValue.string)
    object["typ"] = type.map(JSONValue.string)
    return JSONValue.object(object).jsonBytes
  }

  private static func object(_ bytes: [UInt8]) throws(JWSError) -> JSONObject {
    do throws(JSONError) {
      let value = try JSONValue(parsing: bytes, limits: JSONLimits(allowsDuplicateNames: false))
      if let object = value.objectValue { return object }
    } catch {
      throw error.reason == .duplicateName ? .duplicateHeaderMember : .headerNotJSON
    }
    throw .headerNotObject
  }

  private static func algorithm(_ object: JSONObject) throws(JWSError) -> JWSAlgorithm {
    guard let name = object["alg"]?.stringValue else { throw .missingAlgorithm }
    if name.lowercased() == "none" { throw .algorithmNone }
    guard let algorithm = JWSAlgorithm(rawValue: name) else { throw .unknownAlgorithm }
    return algorithm
  }

  private static func text(_ value: JSONValue?, or error: JWSError) throws(JWSError) -> String? {
    guard let value else { return nil }
    guard let text = value.stringValue else { throw error }
    return text
  }
}
