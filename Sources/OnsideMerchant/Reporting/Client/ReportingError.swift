/// Why the Transactions Reporting API did not take a report, or did not say what became of one.
///
/// No case holds the key. Of an answer's body only the store's own sentence about a request is kept.
public enum ReportingError: Error, Hashable, Sendable {
  /// A key is sent by `https`, or to this machine itself.
  case insecureServer
  /// 400: the store does not take the request, and its sentence why, if it has one.
  case badRequest(reason: String?)
  /// 401: the key is missing or wrong.
  case unauthorized
  /// 404: there is no such report.
  case unknownReport
  /// 413: the report is too long for this store.
  case reportTooLong
  /// 429: too many requests, and when the server wants the next one, if it says so.
  case rateLimited(retryAfter: Duration?)
  /// 5xx, and when the server wants the next request, if it says so.
  case unavailable(status: Int, retryAfter: Duration?)
  /// A redirect, which was not followed: the key is for the server that was named.
  case redirected(status: Int)
  /// Any other status.
  case unexpectedStatus(Int)
  /// The answer is not as the document has it.
  case notUnderstood
  /// The server did not answer in time.
  case timedOut
  /// The server cannot be reached, or the connection was lost, and why, in a few words.
  case unreachable(reason: String)
  /// The caller's task was cancelled.
  case cancelled
}

extension ReportingError: RetriedError {
  /// Whether the same request can succeed later. It is safe to repeat: the store takes the same report once.
  public var isTransient: Bool {
    switch self {
    case .rateLimited, .unavailable, .timedOut, .unreachable, .notUnderstood: true
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

extension ReportingError: CustomStringConvertible {
  /// What is wrong and what to do, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .insecureServer: "the reporting API is called by https, or on this machine itself"
    case .badRequest(let reason):
      "the store does not take the request (400)" + (reason.map { ": \($0)" } ?? ", and does not say why")
    case .unauthorized: "the store refused the API key (401): check that it is this store's, and complete"
    case .unknownReport: "the store knows no such report (404): check that it is the store that took the report"
    case .reportTooLong: "the report is too long for the store (413)"
    case .rateLimited(let pause): "too many requests to the store (429)\(Self.later(pause))"
    case .unavailable(let status, let pause): "the store is not available (\(status))\(Self.later(pause))"
    case .redirected(let status):
      "the store redirected the request (\(status)), which is not followed: check the store's address"
    case .unexpectedStatus(let status): "the store answered with status \(status): check the store's address"
    case .notUnderstood: "the store's answer is not as the reporting API documents it: check the store's address"
    case .timedOut: "the store did not answer in time"
    case .unreachable(let reason): "the store cannot be reached: \(reason)"
    case .cancelled: "the request to the store was cancelled"
    }
  }

  private static func later(_ pause: Duration?) -> String {
    pause.map { "; it wants the next one in \($0.components.seconds) s" } ?? ""
  }
}
