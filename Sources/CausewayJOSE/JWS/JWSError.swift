/// Why a JWS is refused. No case holds any of its text, and so no description shows any.
public enum JWSError: Error, Hashable, Sendable {
  /// It is longer than so many bytes.
  case tooLong(maximumBytes: Int)
  /// It does not have the three parts of a compact JWS, header, payload and signature, but so many.
  case wrongNumberOfParts(Int)
  /// A part is not base64url.
  case notBase64URL(Part, Base64URLError)
  /// The header is not JSON.
  case headerNotJSON
  /// The header is JSON, but not an object.
  case headerNotObject
  /// The header, or an object in it, has two members of one name (RFC 7515, section 4).
  case duplicateHeaderMember
  /// The header demands that extensions be understood, `crit`; none is (RFC 7515, section 4.1.11).
  case criticalHeader
  /// The header says that the payload is not base64url, `b64` (RFC 7797), or means something unknown by it.
  case unencodedPayload
  /// The header says that the payload is compressed, `zip`, which is for encryption only (RFC 7516).
  case compressedPayload
  /// The header has no `alg`, or one that is no text.
  case missingAlgorithm
  /// The header says `none`, in whatever letters: there is no signature.
  case algorithmNone
  /// The header's `alg` is none of ``JWSAlgorithm``.
  case unknownAlgorithm
  /// The header's `kid` is no text.
  case keyIDNotString
  /// The header's `typ` is no text.
  case typeNotString
  /// The header's algorithm is not the key's.
  case algorithmMismatch(header: JWSAlgorithm, key: JWSAlgorithm)
  /// There is nothing where the signature should be.
  case missingSignature
  /// No signature by this key has so many bytes.
  case wrongSignatureLength(Int, expected: Int)
  /// The signature is not of this header and payload by this key.
  case wrongSignature
  /// The secret has no bytes, so anybody could have signed.
  case emptySecret

  /// A part of a compact JWS.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The first.
    case header
    /// The second.
    case payload
    /// The third.
    case signature
  }
}

extension JWSError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .tooLong(let maximumBytes): "the JWS is longer than \(maximumBytes) bytes"
    case .wrongNumberOfParts(let count): "a compact JWS has three parts, this has \(count)"
    case .notBase64URL(let part, let error): "the \(part.rawValue) is not base64url: \(error)"
    case .headerNotJSON: "the header is not JSON"
    case .headerNotObject: "the header is not a JSON object"
    case .duplicateHeaderMember: "the header has two members of one name"
    case .criticalHeader: "the header demands extensions (crit), and none is understood"
    case .unencodedPayload: "the header demands an unencoded payload (b64), which is not read"
    case .compressedPayload: "the header says that the payload is compressed (zip), which is not read"
    case .missingAlgorithm: "the header names no algorithm (alg)"
    case .algorithmNone: "the JWS is not signed: its algorithm is none"
    case .unknownAlgorithm: "the algorithm is none of \(JWSAlgorithm.allCases.map(\.rawValue).joined(separator: ", "))"
    case .keyIDNotString: "the header's kid is not a text"
    case .typeNotString: "the header's typ is not a text"
    case .algorithmMismatch(let header, let key): "the header says \(header.rawValue), the key is for \(key.rawValue)"
    case .missingSignature: "the signature is missing"
    case .wrongSignatureLength(let count, let expected): "the signature has \(count) bytes instead of \(expected)"
    case .wrongSignature: "the signature does not fit"
    case .emptySecret: "the secret is empty"
    }
  }
}
