import CausewayJOSE
import OnsideMerchant

// The codes of refusals in JSON. Each error has a code, which stays the same if the error's text changes.

extension Base64URLError {
  /// The code in JSON, such as `base64_padding`.
  var code: String {
    switch self {
    case .padding: "base64_padding"
    case .whitespace: "base64_whitespace"
    case .standardAlphabet: "base64_standard_alphabet"
    case .invalidCharacter: "base64_invalid_character"
    case .impossibleLength: "base64_impossible_length"
    case .nonzeroTrailingBits: "base64_trailing_bits"
    }
  }
}

extension JWSError {
  /// The code in JSON, such as `algorithm_none`.
  var code: String {
    switch self {
    case .tooLong: "jws_too_long"
    case .headerTooLong: "header_too_long"
    case .wrongNumberOfParts: "wrong_number_of_parts"
    case .notBase64URL(_, let error): error.code
    case .headerNotJSON: "header_not_json"
    case .headerNotObject: "header_not_object"
    case .duplicateHeaderMember: "duplicate_header_member"
    case .criticalHeader: "critical_header"
    case .unencodedPayload: "unencoded_payload"
    case .compressedPayload: "compressed_payload"
    case .missingAlgorithm: "missing_algorithm"
    case .algorithmNone: "algorithm_none"
    case .unknownAlgorithm: "unknown_algorithm"
    case .keyIDNotString: "key_id_not_string"
    case .typeNotString: "type_not_string"
    case .algorithmMismatch: "algorithm_mismatch"
    case .missingSignature: "missing_signature"
    case .wrongSignatureLength: "wrong_signature_length"
    case .wrongSignature: "wrong_signature"
    case .emptySecret: "empty_secret"
    }
  }
}

extension KeySourceError {
  /// The code in JSON, such as `unknown_key_id`.
  var code: String {
    switch self {
    case .insecureLocation: "insecure_key_location"
    case .unavailable: "keys_unavailable"
    case .noKey(.unknownKeyID): "unknown_key_id"
    case .noKey(.wrongAlgorithm): "key_of_another_algorithm"
    case .noKey(.ambiguousKey): "ambiguous_key"
    case .noKey(.noKey): "no_key"
    case .noKey(.notJSON), .noKey(.duplicateMember), .noKey(.missingKeys): "invalid_key_set"
    }
  }
}

extension HistoryError {
  /// The code of the underlying error, or a separate code such as `payload_not_json`.
  var code: String {
    switch self {
    case .notSigned(let error), .signature(let error): error.code
    case .algorithmNotAllowed: "algorithm_not_allowed"
    case .key(let error): error.code
    case .payload(.notJSON): "payload_not_json"
    case .payload(.notAnObject): "payload_not_object"
    case .payload(.noTransactions): "payload_without_transactions"
    }
  }
}

extension MerchantError {
  /// The code in JSON, such as `merchant_api_unauthorized`.
  var code: String {
    switch self {
    case .insecureServer: "merchant_api_insecure"
    case .token: "merchant_api_no_token"
    case .unauthorized: "merchant_api_unauthorized"
    case .notAllowed: "merchant_api_not_allowed"
    case .unknownOrder: "merchant_api_unknown_order"
    case .rateLimited: "merchant_api_rate_limited"
    case .unavailable: "merchant_api_unavailable"
    case .timedOut: "merchant_api_timed_out"
    case .unreachable: "merchant_api_unreachable"
    case .redirected, .unexpectedStatus, .unexpectedContentType, .tooLarge, .notSigned: "merchant_api_unexpected_answer"
    case .cancelled: "merchant_api_cancelled"
    }
  }
}
