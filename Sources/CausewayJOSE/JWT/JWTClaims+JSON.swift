import CausewayJSON
import Foundation

extension JWTClaims {
  /// Parses claims. Times are seconds since 1970, with or without fractions (RFC 7519, section 2).
  ///
  /// - Throws: ``JWTError`` unless the payload is a JSON object whose registered claims have the right types.
  public init(parsing payload: some Collection<UInt8>) throws(JWTError) {
    var object = try Self.object(payload)
    issuer = try Self.text(&object, .issuer)
    subject = try Self.text(&object, .subject)
    audience = try Self.audience(&object)
    expiration = try Self.time(&object, .expiration)
    notBefore = try Self.time(&object, .notBefore)
    issuedAt = try Self.time(&object, .issuedAt)
    id = try Self.text(&object, .id)
    others = object
  }

  /// The claims as JSON, for signing. A single audience becomes a string, several become an array.
  public var json: JSONValue {
    var object: JSONObject = [:]
    object["iss"] = issuer.map(JSONValue.string)
    object["sub"] = subject.map(JSONValue.string)
    if !audience.isEmpty {
      object["aud"] = audience.count == 1 ? .string(audience[0]) : .array(audience.map(JSONValue.string))
    }
    object["exp"] = (expiration?.timeIntervalSince1970).map(JSONValue.number)
    object["nbf"] = (notBefore?.timeIntervalSince1970).map(JSONValue.number)
    object["iat"] = (issuedAt?.timeIntervalSince1970).map(JSONValue.number)
    object["jti"] = id.map(JSONValue.string)
    for (name, value) in others where object[name] == nil { object[name] = value }
    return .object(object)
  }

  private static func object(_ payload: some Collection<UInt8>) throws(JWTError) -> JSONObject {
    do throws(JSONError) {
      let value = try JSONValue(parsing: payload, limits: JSONLimits(allowsDuplicateNames: false))
      if let object = value.objectValue { return object }
    } catch {
      throw error.reason == .duplicateName ? .duplicateClaim : .notJSON
    }
    throw .notObject
  }

  private static func text(_ object: inout JSONObject, _ claim: JWTError.Claim) throws(JWTError) -> String? {
    guard let value = object.removeValue(forKey: claim.rawValue) else { return nil }
    guard let text = value.stringValue else { throw .wrongKind(claim) }
    return text
  }

  private static func audience(_ object: inout JSONObject) throws(JWTError) -> [String] {
    guard let value = object.removeValue(forKey: JWTError.Claim.audience.rawValue) else { return [] }
    if let text = value.stringValue { return [text] }
    guard let entries = value.arrayValue else { throw .wrongKind(.audience) }
    let texts = entries.compactMap(\.stringValue)
    guard texts.count == entries.count else { throw .wrongKind(.audience) }
    return texts
  }

  private static func time(_ object: inout JSONObject, _ claim: JWTError.Claim) throws(JWTError) -> Date? {
    guard let value = object.removeValue(forKey: claim.rawValue) else { return nil }
    guard let seconds = value.numberValue else { throw .wrongKind(claim) }
    guard (0..<endOfTime).contains(seconds) else { throw .timeOutOfRange(claim) }
    return Date(timeIntervalSince1970: seconds)
  }

  /// The first second of the year 10000, which RFC 3339 cannot write.
  private static let endOfTime: Double = 253_402_300_800
}
