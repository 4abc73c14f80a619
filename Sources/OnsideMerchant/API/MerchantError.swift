import CausewayJOSE

/// The reason why the Merchant API returned no history. No case contains a secret, a token, or any part of an answer's
/// body.
public enum MerchantError: Error, Hashable, Sendable {
  /// The server's address is neither `https` nor on this machine, so the token would be sent without encryption.
  case insecureServer
  /// The token cannot be made.
  case token(MerchantTokenError)
  /// 401: the server refused the token. The Merchant ID, the Secret Key ID, the secret or this machine's clock is
  /// wrong.
  case unauthorized
  /// 403: the order belongs to another merchant.
  case notAllowed
  /// 404: the server does not know the order.
  case unknownOrder
  /// 429: too many requests. `retryAfter` is the server's `Retry-After`; nil if the server sent none.
  case rateLimited(retryAfter: Duration?)
  /// 5xx: the server failed. `retryAfter` is the server's `Retry-After`; nil if the server sent none.
  case unavailable(status: Int, retryAfter: Duration?)
  /// A redirect. The client does not follow it, because another server must not get the token.
  case redirected(status: Int)
  /// Any other status.
  case unexpectedStatus(Int)
  /// The answer is not `application/jose`.
  case unexpectedContentType
  /// The answer is longer than this number of bytes.
  case tooLarge(maximumBytes: Int)
  /// The answer is not a JWS.
  case notSigned(JWSError)
  /// The server did not answer in time.
  case timedOut
  /// The server cannot be reached, or the connection was lost. `reason` says why, in a few words.
  case unreachable(reason: String)
  /// The caller's task was cancelled.
  case cancelled
}

extension MerchantError: RetriedError {
  /// Whether the same request can succeed later. It is safe to repeat the request, because it only reads.
  public var isTransient: Bool {
    switch self {
    case .rateLimited, .unavailable, .timedOut, .unreachable: true
    default: false
    }
  }

  /// The server's `Retry-After`; nil if the server sent none.
  var retryAfter: Duration? {
    switch self {
    case .rateLimited(let retryAfter), .unavailable(_, let retryAfter): retryAfter
    default: nil
    }
  }
}

extension MerchantError: CustomStringConvertible {
  /// The problem and, unless nothing can be done, the remedy, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .insecureServer: "the server is not secure: use an https address, or a server on this machine"
    case .token(let error): "\(error)"
    case .unauthorized:
      "the Merchant API refused the token (401): check the Merchant ID, the Secret Key ID, the secret and the clock"
    case .notAllowed: "the order belongs to another merchant (403): check the Merchant ID and the order's ID"
    case .unknownOrder:
      "the Merchant API does not know the order (404): check the order's ID, and that the order is of this store"
    case .rateLimited(let pause): "too many requests to the Merchant API (429)\(Self.later(pause))"
    case .unavailable(let status, let pause): "the Merchant API is not available (\(status))\(Self.later(pause))"
    case .redirected(let status):
      "the Merchant API redirected the request (\(status)), which is not followed: check the store's address"
    case .unexpectedStatus(let status): "the Merchant API answered with status \(status): check the store's address"
    case .unexpectedContentType: "the Merchant API's answer is not application/jose: check the store's address"
    case .tooLarge(let maximumBytes):
      "the Merchant API's answer is longer than \(maximumBytes) bytes: raise the client's maximumBytes"
    case .notSigned(let error): "the Merchant API's answer is not a JWS (\(error)): check the store's address"
    case .timedOut: "the Merchant API did not answer in time: try again later"
    case .unreachable(let reason):
      "the Merchant API cannot be reached (\(reason)): check the network and the store's address"
    case .cancelled: "the request to the Merchant API was cancelled"
    }
  }

  private static func later(_ pause: Duration?) -> String {
    pause.map { ": wait \($0.components.seconds) s before the next request" } ?? ": try again later"
  }
}
