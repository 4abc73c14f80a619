import CausewayJSON

/// A reader for the members of a JSON Web Key.
struct JSONWebKeyReader {
  private let object: JSONObject

  init(_ object: JSONObject) {
    self.object = object
  }

  /// Returns the public key parameters.
  func material() throws(JSONWebKeyError) -> JSONWebKey.Material {
    guard let type = try text(.type) else { throw .missing(.type) }
    switch type {
    case "RSA":
      try refusePrivateMembers()
      return .rsa(modulus: try number(.modulus), exponent: try number(.exponent))
    case "EC":
      try refusePrivateMembers()
      guard let name = try text(.curve) else { throw .missing(.curve) }
      guard let curve = EllipticCurve(rawValue: name) else { throw .unknownCurve }
      return .elliptic(curve, x: try coordinate(.x, curve), y: try coordinate(.y, curve))
    case "oct": throw .symmetricKey
    default: throw .unknownType
    }
  }

  /// Returns the algorithm, which must match the type of the key.
  func algorithm(for material: JSONWebKey.Material) throws(JSONWebKeyError) -> JWSAlgorithm? {
    guard let name = try text(.algorithm) else { return nil }
    guard let algorithm = JWSAlgorithm(rawValue: name) else { throw .unknownAlgorithm }
    guard algorithm.keyKind == material.kind else { throw .wrongAlgorithm(algorithm) }
    return algorithm
  }

  /// Throws if the key is meant for something other than verification (RFC 7517, sections 4.2 and 4.3).
  func checkUse() throws(JSONWebKeyError) {
    if let use = try text(.use), use != "sig" { throw .notForSignatures }
    guard let operations = object[JSONWebKeyError.Member.operations.rawValue] else { return }
    guard let operations = operations.arrayValue else { throw .wrongKind(.operations) }
    guard operations.contains("verify") else { throw .notForVerification }
  }

  /// Returns a member that is a string; nil if the member is missing.
  func text(_ member: JSONWebKeyError.Member) throws(JSONWebKeyError) -> String? {
    guard let value = object[member.rawValue] else { return nil }
    guard let text = value.stringValue else { throw .wrongKind(member) }
    return text
  }

  /// Throws if the key has a private key parameter of RFC 7518, section 6, whatever the key's type.
  private func refusePrivateMembers() throws(JSONWebKeyError) {
    for name in ["d", "p", "q", "dp", "dq", "qi", "oth"] where object[name] != nil { throw .privateKey }
  }

  private func bytes(_ member: JSONWebKeyError.Member) throws(JSONWebKeyError) -> [UInt8] {
    guard let text = try text(member) else { throw .missing(member) }
    do throws(Base64URLError) {
      return try Base64URL.decode(text)
    } catch {
      throw .notBase64URL(member, error)
    }
  }

  private func number(_ member: JSONWebKeyError.Member) throws(JSONWebKeyError) -> [UInt8] {
    let bytes = try bytes(member)
    guard let first = bytes.first, first != 0 else { throw .notMinimal(member) }
    return bytes
  }

  private func coordinate(
    _ member: JSONWebKeyError.Member, _ curve: EllipticCurve
  ) throws(JSONWebKeyError) -> [UInt8] {
    let (bytes, expected) = (try bytes(member), curve.coordinateLength)
    guard bytes.count == expected else { throw .wrongCoordinateLength(member, bytes.count, expected: expected) }
    return bytes
  }
}
