/// The reason why a JWS is refused. No case contains text of the JWS, so no description shows any of it.
public enum JWSError: Error, Hashable, Sendable {
  /// The text is longer than this number of bytes.
  case tooLong(maximumBytes: Int)
  /// The header's part is longer than this number of bytes.
  case headerTooLong(maximumBytes: Int)
  /// The text has this number of parts instead of three: header, payload and signature.
  case wrongNumberOfParts(Int)
  /// A part is not base64url.
  case notBase64URL(Part, Base64URLError)
  /// The header is not JSON.
  case headerNotJSON
  /// The header is JSON, but not an object.
  case headerNotObject
  /// The header, or an object in it, has two members with the same name (RFC 7515, section 4).
  case duplicateHeaderMember
  /// The header requires extensions, `crit`, and this library supports none (RFC 7515, section 4.1.11).
  case criticalHeader
  /// The header's `b64` (RFC 7797) is not `true`: the payload is not base64url, or the value is unknown.
  case unencodedPayload
  /// The header says that the payload is compressed, `zip`, which is allowed for encryption only (RFC 7516).
  case compressedPayload
  /// The header has no `alg`, or its `alg` is not a string.
  case missingAlgorithm
  /// The header's algorithm is `none`, in any letter case: there is no signature.
  case algorithmNone
  /// The header's `alg` is not one of ``JWSAlgorithm``.
  case unknownAlgorithm
  /// The header's `kid` is not a string.
  case keyIDNotString
  /// The header's `typ` is not a string.
  case typeNotString
  /// The header names another algorithm than the key's.
  case algorithmMismatch(header: JWSAlgorithm, key: JWSAlgorithm)
  /// The signature is empty.
  case missingSignature
  /// The signature has this number of bytes; every signature by this key has `expected` bytes.
  case wrongSignatureLength(Int, expected: Int)
  /// The signature is not this key's signature of the header and the payload.
  case wrongSignature
  /// The secret is empty, so anybody could have signed.
  case emptySecret

  /// A part of a compact JWS.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The first part.
    case header
    /// The second part.
    case payload
    /// The third part.
    case signature
  }
}

extension JWSError: CustomStringConvertible {
  /// The problem, in a sentence without a period.
  public var description: String {
    switch self {
    case .tooLong(let maximumBytes): "the JWS is longer than \(maximumBytes) bytes"
    case .headerTooLong(let maximumBytes): "the header is longer than \(maximumBytes) bytes"
    case .wrongNumberOfParts(let count): "a compact JWS has three parts, but this text has \(count)"
    case .notBase64URL(let part, let error): "the \(part.rawValue) is not base64url: \(error)"
    case .headerNotJSON: "the header is not JSON"
    case .headerNotObject: "the header is not a JSON object"
    case .duplicateHeaderMember: "the header has two members with the same name"
    case .criticalHeader: "the header requires extensions (crit), and none is supported"
    case .unencodedPayload: "the header declares an unencoded payload (b64), which is not supported"
    case .compressedPayload: "the header declares a compressed payload (zip), which is not supported"
    case .missingAlgorithm: "the header names no algorithm (alg)"
    case .algorithmNone: "the JWS is not signed: its algorithm is none"
    case .unknownAlgorithm:
      "the algorithm is not one of \(JWSAlgorithm.allCases.map(\.rawValue).joined(separator: ", "))"
    case .keyIDNotString: "the header's kid is not a string"
    case .typeNotString: "the header's typ is not a string"
    case .algorithmMismatch(let header, let key):
      "the header says \(header.rawValue), but the key is for \(key.rawValue)"
    case .missingSignature: "the signature is missing"
    case .wrongSignatureLength(let count, let expected): "the signature has \(count) bytes instead of \(expected)"
    case .wrongSignature: "the signature does not match the key and the signed text"
    case .emptySecret: "the secret is empty"
    }
  }
}
