/// A JWS in compact form (RFC 7515, section 3.1) that was read, and not verified: its payload comes out of
/// ``verified(with:)`` only.
public struct JWS: Sendable {
  /// What the header says. Nobody has vouched for it.
  public let header: JWSHeader
  /// The whole text; what is signed is its beginning.
  private let text: CompactText
  private let payload: [UInt8]
  private let signature: [UInt8]

  /// Reads a compact JWS: three parts of base64url with dots between them, the first of which is the header.
  ///
  /// - Parameter maximumBytes: How long it may be, in bytes.
  /// - Throws: ``JWSError``. A JWS whose algorithm is `none`, or unknown, is not read any further.
  public init(parsing compact: String, maximumBytes: Int = 8 << 20) throws(JWSError) {
    text = try CompactText(compact, maximumBytes: maximumBytes)
    header = try JWSHeader(parsing: try text.decoded(.header))
    payload = try text.decoded(.payload)
    signature = try text.decoded(.signature)
  }

  /// The payload, if this key signed it.
  ///
  /// - Throws: ``JWSError/algorithmMismatch(header:key:)`` if the key is for another algorithm than the header names: the
  ///   key says how it is used, never the header. ``JWSError/missingSignature``,
  ///   ``JWSError/wrongSignatureLength(_:expected:)`` or ``JWSError/wrongSignature`` if the signature does not fit.
  public func verified(with key: VerificationKey) throws(JWSError) -> [UInt8] {
    guard header.algorithm == key.algorithm else {
      throw .algorithmMismatch(header: header.algorithm, key: key.algorithm)
    }
    guard !signature.isEmpty else { throw .missingSignature }
    let expected = key.signatureLength
    guard signature.count == expected else { throw .wrongSignatureLength(signature.count, expected: expected) }
    if key.isEmpty { throw .emptySecret }
    guard text.withSigned({ key.accepts(signature, of: $0) }) else { throw .wrongSignature }
    return payload
  }
}

extension JWS: Redacted {
  /// The algorithm alone: who has the text of a JWS can show it as their own.
  public var description: String { "JWS(\(header.algorithm.rawValue))" }
}
