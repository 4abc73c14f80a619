/// The reason why the Transactions Reporting API did not accept a report or did not return its state.
///
/// No case contains the key. Of an answer's body, only the store's own message is kept.
public enum ReportingError: Error, Hashable, Sendable {
  /// The server's address is neither `https` nor on this machine, so the key would be sent without encryption.
  case insecureServer
  /// 400: the store refuses the request. `reason` is the store's message; nil if the store sent none.
  case badRequest(reason: String?)
  /// 401: the key is missing or wrong.
  case unauthorized
  /// 404: the store does not know the report.
  case unknownReport
  /// 413: the report is too long for this store.
  case reportTooLong
  /// 429: too many requests. `retryAfter` is the server's `Retry-After`; nil if the server sent none.
  case rateLimited(retryAfter: Duration?)
  /// 5xx: the server failed. `retryAfter` is the server's `Retry-After`; nil if the server sent none.
  case unavailable(status: Int, retryAfter: Duration?)
  /// A redirect. The client does not follow it, because another server must not get the key.
  case redirected(status: Int)
  /// Any other status.
  case unexpectedStatus(Int)
  /// The answer does not follow the API document.
  case notUnderstood
  /// The server did not answer in time.
  case timedOut
  /// The server cannot be reached, or the connection was lost. `reason` says why, in a few words.
  case unreachable(reason: String)
  /// The caller's task was cancelled.
  case cancelled
}

extension ReportingError: RetriedError {
  /// Whether the same request can succeed later. It is safe to repeat the request, because the store counts a repeated
  /// report once.
  public var isTransient: Bool {
    switch self {
    case .rateLimited, .unavailable, .timedOut, .unreachable, .notUnderstood: true
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

extension ReportingError: CustomStringConvertible {
  /// The problem and, unless nothing can be done, the remedy, in a sentence without a period at the end.
  public var description: String {
    switch self {
    case .insecureServer: "the server is not secure: use an https address, or a server on this machine"
    case .badRequest(let reason):
      "the store refused the request (400)" + (reason.map { ": \($0)" } ?? " and gave no reason")
    case .unauthorized: "the store refused the API key (401): check that it is complete and belongs to this store"
    case .unknownReport: "the store does not know the report (404): check that this store accepted the report"
    case .reportTooLong: "the store refused the report as too long (413): divide the file into smaller files"
    case .rateLimited(let pause): "too many requests to the store (429)\(Self.later(pause))"
    case .unavailable(let status, let pause): "the store is not available (\(status))\(Self.later(pause))"
    case .redirected(let status):
      "the store redirected the request (\(status)), which is not followed: check the store's address"
    case .unexpectedStatus(let status): "the store answered with status \(status): check the store's address"
    case .notUnderstood: "the store's answer does not follow the reporting API: check the store's address"
    case .timedOut: "the store did not answer in time: try again later"
    case .unreachable(let reason): "the store cannot be reached (\(reason)): check the network and the store's address"
    case .cancelled: "the request to the store was cancelled"
    }
  }

  private static func later(_ pause: Duration?) -> String {
    pause.map { ": wait \($0.components.seconds) s before the next request" } ?? ": try again later"
  }
}
