import CausewayCurl
import CausewayTransport
import Foundation

/// A client that reports settled transactions to a store through the Transactions Reporting API.
///
/// After a transient failure the client tries again until ``ReportingOptions/totalTimeout``. This is safe, because the
/// store counts a repeated report once.
public final class ReportingClient: Sendable {
  /// The maximum size of an answer, in bytes: room for every ID of a report of 5 MB, with a reason for each.
  private static let maximumAnswerBytes = 64 << 20

  /// The address of the store.
  public let server: URL
  let options: ReportingOptions
  private let key: ReportingKey
  private let loader: HTTPLoader

  /// Creates a client for a server.
  ///
  /// - Parameter server: `https://store.onside.io`, `https://store.onside.dev` for development, or a sandbox store on
  ///   this machine.
  /// - Throws: ``ReportingError/insecureServer``.
  public init(
    server: URL, key: ReportingKey, options: ReportingOptions = ReportingOptions()
  ) throws(ReportingError) {
    guard server.isSecureOrLoopback else { throw .insecureServer }
    self.server = server
    self.key = key
    self.options = options
    loader = HTTPLoader(for: server, maximumConnections: 2)
  }

  /// Sends a report. If the store gets the same report again, it returns the same ID.
  ///
  /// - Returns: The store's ID of the report, for ``state(of:)``.
  /// - Throws: ``ReportingError``, the error of the last attempt. Unless the error says that the store refused the
  ///   report, the store may have accepted it.
  public func submit(_ report: TransactionReport) async throws(ReportingError) -> Int64 {
    try await submit(body: report.body, until: .now + options.totalTimeout)
  }

  /// Fetches the state of a report from the store.
  ///
  /// - Throws: ``ReportingError``.
  public func state(of report: Int64) async throws(ReportingError) -> ReportState {
    try await state(of: report, until: .now + options.totalTimeout)
  }

  func submit(body: [UInt8], until latest: ContinuousClock.Instant) async throws(ReportingError) -> Int64 {
    let answer = try await answer(until: latest) { timeout async throws(HTTPLoader.Failure) in
      try await self.loader.post(
        self.address, body: body, fields: self.fields.merging(["Content-Type": "application/json"]) { $1 },
        within: timeout, maximumBytes: 1 << 20)
    } reading: { (receipt: ReportReceipt) in
      receipt.reportID.number
    }
    return answer
  }

  func state(of report: Int64, until latest: ContinuousClock.Instant) async throws(ReportingError) -> ReportState {
    guard var parts = URLComponents(url: address, resolvingAgainstBaseURL: false) else { throw .insecureServer }
    parts.queryItems = [URLQueryItem(name: "report_id", value: "\(report)")]
    guard let question = parts.url else { throw .insecureServer }
    return try await answer(until: latest) { timeout async throws(HTTPLoader.Failure) in
      try await self.loader.get(
        question, fields: self.fields, within: timeout, maximumBytes: Self.maximumAnswerBytes)
    } reading: { (state: ReportState) in
      // Refuse another report's state, because the caller would store it as the state of this report.
      state.reportID == report ? state : nil
    }
  }

  private var address: URL { server.appendingPathComponent("merchant-api/v1/reports/transactions") }

  private var fields: [String: String] { ["Authorization": "Bearer \(key.text)", "Accept": "application/json"] }

  /// Repeats a request until the answer can be read, the request fails permanently, or the deadline passes.
  private func answer<Answer: Decodable, Value>(
    until latest: ContinuousClock.Instant,
    _ request: (Duration) async throws(HTTPLoader.Failure) -> HTTPAnswer, reading value: (Answer) -> Value?
  ) async throws(ReportingError) -> Value {
    let deadline = min(latest, .now + options.totalTimeout)
    return try await RetryPolicy(options: options).run(until: deadline) { left async throws(ReportingError) in
      try read(try await answer(within: min(options.timeout, left), request), value)
    }
  }

  private func answer(
    within timeout: Duration, _ request: (Duration) async throws(HTTPLoader.Failure) -> HTTPAnswer
  ) async throws(ReportingError) -> HTTPAnswer {
    do throws(HTTPLoader.Failure) {
      return try await request(timeout)
    } catch {
      switch error {
      case .timedOut: throw .timedOut
      case .tooLarge: throw .notUnderstood
      case .cancelled: throw .cancelled
      case .unreachable(let reason): throw .unreachable(reason: reason)
      }
    }
  }

  private func read<Answer: Decodable, Value>(
    _ answer: HTTPAnswer, _ value: (Answer) -> Value?
  ) throws(ReportingError) -> Value {
    let retryAfter = RetryAfter.duration(answer.field("Retry-After"), at: Date())
    switch answer.status {
    case 200..<300:
      guard let read = try? JSONDecoder().decode(Answer.self, from: answer.body), let value = value(read) else {
        throw .notUnderstood
      }
      return value
    case 300..<400: throw .redirected(status: answer.status)
    case 400: throw .badRequest(reason: sentence(of: answer))
    case 401: throw .unauthorized
    case 404: throw .unknownReport
    case 413: throw .reportTooLong
    case 429: throw .rateLimited(retryAfter: retryAfter)
    case 500...599: throw .unavailable(status: answer.status, retryAfter: retryAfter)
    default: throw .unexpectedStatus(answer.status)
    }
  }

  /// Returns the store's message about a refused request, at most 300 characters; nil if there is no message or the
  /// message contains the key.
  private func sentence(of answer: HTTPAnswer) -> String? {
    guard let refusal = try? JSONDecoder().decode(ReportRefusal.self, from: answer.body),
      let text = refusal.detail ?? refusal.title ?? refusal.message, !text.isEmpty, !text.contains(key.text)
    else { return nil }
    return text.count <= 300 ? text : "\(text.prefix(300))…"
  }
}
