import CausewayJOSE

/// Why the Merchant API gave no history. No case holds a secret, a token, or anything of an answer's body.
public enum MerchantError: Error, Hashable, Sendable {
  /// A token is sent by `https`, or to this machine itself.
  case insecureServer
  /// There is no token to send.
  case token(MerchantTokenError)
  /// 401: the token was refused. The Merchant ID, the Secret Key ID, the secret or this machine's clock is wrong.
  case unauthorized
  /// 403: the order is not this merchant's.
  case notAllowed
  /// 404: there is no such order.
  case unknownOrder
  /// 429: too many requests, and when the server wants the next one, if it says so.
  case rateLimited(retryAfter: Duration?)
  /// 5xx, and when the server wants the next request, if it says so.
  case unavailable(status: Int, retryAfter: Duration?)
  /// A redirect, which was not followed: the token is for the server that was named.
  case redirected(status: Int)
  /// Any other status.
  case unexpectedStatus(Int)
  /// The answer is not `application/jose`.
  case unexpectedContentType
  /// The answer is longer than so many bytes.
  case tooLarge(maximumBytes: Int)
  /// The answer is not a JWS.
  case notSigned(JWSError)
  /// The server did not answer in time.
  case timedOut
  /// The server cannot be reached, or the connection was lost, and why, in a few words.
  case unreachable(reason: String)
  /// The caller's task was cancelled.
  case cancelled
}

extension MerchantError: RetriedError {
  /// Whether the same request can succeed later. It is safe to repeat, since it only reads.
  public var isTransient: Bool {
    switch self {
    case .rateLimited, .unavailable, .timedOut, .unreachable: true
    default: false
    }
  }

  /// How long the server wants to be left alone.
  var retryAfter: Duration? {
    switch self {
    case .rateLimited(let retryAfter), .unavailable(_, let retryAfter): retryAfter
    default: nil
    }
  }
}

extension MerchantError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .insecureServer: "the Merchant API is called by https, or on this machine itself"
    case .token(let error): "\(error)"
    case .unauthorized:
      "the Merchant API refused the token (401): check the Merchant ID, the Secret Key ID, the secret and the clock"
    case .notAllowed: "the order is not this merchant's (403)"
    case .unknownOrder: "the Merchant API knows no such order (404)"
    case .rateLimited(let pause): "too many requests to the Merchant API (429)\(Self.later(pause))"
    case .unavailable(let status, let pause): "the Merchant API is not available (\(status))\(Self.later(pause))"
    case .redirected(let status): "the Merchant API redirected the request (\(status)), which is not followed"
    case .unexpectedStatus(let status): "the Merchant API answered with status \(status)"
    case .unexpectedContentType: "the Merchant API's answer is not application/jose"
    case .tooLarge(let maximumBytes): "the Merchant API's answer is longer than \(maximumBytes) bytes"
    case .notSigned(let error): "the Merchant API's answer is not a JWS: \(error)"
    case .timedOut: "the Merchant API did not answer in time"
    case .unreachable(let reason): "the Merchant API cannot be reached: \(reason)"
    case .cancelled: "the request to the Merchant API was cancelled"
    }
  }

  private static func later(_ pause: Duration?) -> String {
    pause.map { "; it wants the next one in \($0.components.seconds) s" } ?? ""
  }
}
