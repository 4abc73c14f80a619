/// A JWS in compact form (RFC 7515, section 3.1) that is parsed but not verified. Only ``verified(with:)`` returns the
/// payload.
public struct JWS: Sendable {
  /// The header's contents. They are not verified.
  public let header: JWSHeader
  /// The whole text, whose header and payload the key signed.
  private let text: CompactText
  private let payload: [UInt8]
  private let signature: [UInt8]

  /// Parses a compact JWS: three parts of base64url with dots between them. The first part is the header.
  ///
  /// - Parameter maximumBytes: The maximum length, in bytes.
  /// - Throws: ``JWSError``. Parsing stops if the algorithm is `none` or unknown.
  public init(parsing compact: String, maximumBytes: Int = 8 << 20) throws(JWSError) {
    text = try CompactText(compact, maximumBytes: maximumBytes)
    header = try JWSHeader(parsing: try text.decoded(.header))
    payload = try text.decoded(.payload)
    signature = try text.decoded(.signature)
  }

  /// Returns the payload if this key signed it.
  ///
  /// - Throws: ``JWSError/algorithmMismatch(header:key:)`` if the key is for another algorithm than the header names,
  ///   because only the key may choose the algorithm. ``JWSError/missingSignature``,
  ///   ``JWSError/wrongSignatureLength(_:expected:)`` or ``JWSError/wrongSignature`` if the signature is not valid.
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
  /// The algorithm only. The text is left out, because anybody who sees it can present it as their own.
  public var description: String { "JWS(\(header.algorithm.rawValue))" }
}
