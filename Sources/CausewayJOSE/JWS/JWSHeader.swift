import CausewayJSON

/// The members of a JWS header that this library uses (RFC 7515, section 4.1).
///
/// Keys in the header, or addresses of keys (`jwk`, `jku`, `x5c`, `x5u`), are ignored, because the author of a forged
/// header could write their own key there.
public struct JWSHeader: Hashable, Sendable {
  /// The algorithm of the signature, `alg`.
  public var algorithm: JWSAlgorithm
  /// The identifier of the key that signed, `kid`.
  public var keyID: String?
  /// The type of the JWS, `typ`, such as "JWT".
  public var type: String?

  /// Creates a header to sign.
  public init(algorithm: JWSAlgorithm, keyID: String? = nil, type: String? = nil) {
    self.algorithm = algorithm
    self.keyID = keyID
    self.type = type
  }
}

extension JWSHeader {
  /// Parses a header. Unknown members are ignored, as RFC 7515 demands, unless the header lists them as critical.
  init(parsing bytes: [UInt8]) throws(JWSError) {
    let object = try Self.object(bytes)
    if object["crit"] != nil { throw .criticalHeader }
    if let encoded = object["b64"], encoded != true { throw .unencodedPayload }
    if object["zip"] != nil { throw .compressedPayload }
    algorithm = try Self.algorithm(object)
    keyID = try Self.text(object["kid"], or: .keyIDNotString)
    type = try Self.text(object["typ"], or: .typeNotString)
  }

  /// The header's JSON, as the key signs it.
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
