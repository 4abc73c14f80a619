#if os(Linux)
import CausewayHTTP
import Foundation
import Testing

@testable import OnsideMerchant

/// The rules of the OpenAPI document for the Transactions Reporting API, with a real HTTP server.
@Suite("The client of the reporting API", .timeLimit(.minutes(10))) struct ReportingClientTests {
  static let key = "a-key-of-a-test-0123456789"

  static func client(_ server: URL, tries: Int = 3, totalTimeout: Duration = .seconds(30)) throws -> ReportingClient {
    var options = ReportingOptions()
    options.firstPause = .milliseconds(1)
    options.longestPause = .milliseconds(2)
    options.maximumTries = tries
    options.totalTimeout = totalTimeout
    options.pollingPauses = .milliseconds(1) ... .milliseconds(2)
    return try ReportingClient(server: server, key: try #require(ReportingKey(key)), options: options)
  }

  static func json(_ text: String, _ status: Int = 200, _ fields: [(String, String)] = []) -> HTTPResponse {
    HTTPResponse(status, "application/json", Data(text.utf8), fields: fields.map { (name: $0.0, value: $0.1) })
  }

  private func report(_ count: Int = 1) throws -> TransactionReport {
    TransactionReport(
      createdAt: Date(timeIntervalSince1970: 1_795_284_300),
      transactions: try (0..<count).map {
        try ReportedTransaction(
          id: "A\($0)", currency: "EUR", fullAmount: 5, taxAmount: 1, payerCountry: "DEU",
          settledAt: "2026-11-21T17:25:00Z")
      })
  }

  private func serve(
    _ answer: @escaping @Sendable (HTTPRequest, Int) async -> HTTPResponse, tries: Int = 3,
    _ body: (ReportingClient, ScriptedServer) async throws -> Void
  ) async throws {
    let server = try ScriptedServer(answer)
    do {
      try await body(try Self.client(server.url, tries: tries), server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func failure(_ work: () async throws(ReportingError) -> Void) async -> ReportingError? {
    do throws(ReportingError) {
      try await work()
      return nil
    } catch {
      return error
    }
  }

  @Test("A report goes by POST to /merchant-api/v1/reports/transactions, as JSON, with the key as Bearer")
  func submit() async throws {
    let report = try report(3)
    try await serve { _, _ in
      Self.json(#"{"report_id": 12}"#)
    } _: { client, server async throws in
      #expect(try await client.submit(report) == 12)
      let request = try #require(server.requests.first)
      #expect(request.method == "POST" && request.path == ["merchant-api", "v1", "reports", "transactions"])
      #expect(request[field: "Authorization"] == "Bearer \(Self.key)")
      #expect(request[field: "Content-Type"] == "application/json")
      #expect(Array(request.body) == report.body)
    }
  }

  @Test("The state is requested by GET with report_id in the query")
  func state() async throws {
    let text = """
      {"report_id": 12, "accepted_at": "2026-11-30T00:00:00Z", "processing_at": "2026-11-30T00:00:01Z",
       "completed_at": "2026-11-30T00:00:02Z",
       "transactions": {"valid": ["A0"], "invalid": [{"id": "A1", "reason": "why"}]}}
      """
    try await serve { _, _ in
      Self.json(text)
    } _: { client, server async throws in
      let state = try await client.state(of: 12)
      #expect(state.valid == ["A0"] && state.invalid.map(\.id) == ["A1"] && state.invalid.map(\.reason) == ["why"])
      #expect(state.acceptedAt == "2026-11-30T00:00:00Z" && state.completedAt == "2026-11-30T00:00:02Z")
      let request = try #require(server.requests.first)
      #expect(request.method == "GET" && request.path == ["merchant-api", "v1", "reports", "transactions"])
      #expect(request.query.map(\.name) == ["report_id"] && request.query.map(\.value) == ["12"])
      #expect(request[field: "Authorization"] == "Bearer \(Self.key)")
    }
  }

  @Test("A report that is not processed has null times, and may have no lists")
  func unprocessed() async throws {
    let texts = [
      #"{"report_id": 1, "accepted_at": "x", "processing_at": null, "completed_at": null, "transactions": null}"#,
      #"{"report_id": 1, "accepted_at": "x"}"#,
      #"{"report_id": 1, "accepted_at": "x", "processing_at": "y", "transactions": {"valid": [], "invalid": []}}"#,
    ]
    try await serve { _, number in
      Self.json(texts[number])
    } _: { client, _ async throws in
      for _ in texts {
        let state = try await client.state(of: 1)
        #expect(state.completedAt == nil && state.valid.isEmpty && state.invalid.isEmpty)
      }
    }
  }

  @Test("report_id is a number or a text, and exact up to 2^63 - 1")
  func reportID() async throws {
    let texts = [#"{"report_id": 9223372036854775807}"#, #"{"report_id": "9223372036854775807"}"#]
    try await serve { _, number in
      Self.json(texts[number])
    } _: { client, _ async throws in
      for _ in texts { #expect(try await client.submit(try report()) == .max) }
    }
    try await serve { _, _ in
      Self.json(#"{"report_id": "9007199254740993", "accepted_at": "x"}"#)
    } _: { client, server async throws in
      #expect(try await client.state(of: 9_007_199_254_740_993).reportID == 9_007_199_254_740_993)
      #expect(server.requests.first?.query.first?.value == "9007199254740993")
    }
  }

  @Test(
    "An answer that differs from the documentation is refused",
    arguments: [
      "", "{}", "[]", "<html></html>", #"{"report_id": -1}"#, #"{"report_id": 1.5}"#, #"{"report_id": null}"#,
      #"{"report_id": "one"}"#, #"{"report_id": 9223372036854775808}"#,
    ])
  func notUnderstood(_ text: String) async throws {
    try await serve { _, _ in
      Self.json(text)
    } _: { client, _ async throws in
      let report = try report()
      #expect(
        await failure { () async throws(ReportingError) in _ = try await client.submit(report) } == .notUnderstood)
      #expect(await failure { () async throws(ReportingError) in _ = try await client.state(of: 1) } == .notUnderstood)
    }
  }

  @Test("The state of another report is refused")
  func otherReport() async throws {
    try await serve { _, _ in
      Self.json(#"{"report_id": 2, "accepted_at": "x"}"#)
    } _: { client, _ async throws in
      #expect(await failure { () async throws(ReportingError) in _ = try await client.state(of: 1) } == .notUnderstood)
    }
  }

  @Test("400, 401, 404 and 413 fail at once, each with its own error; the store's sentence is kept")
  func refusals() async throws {
    let cases: [(Int, String, ReportingError)] = [
      (400, #"{"title": "created_at: missing"}"#, .badRequest(reason: "created_at: missing")),
      (400, "not JSON", .badRequest(reason: nil)), (400, #"{"title": "\#(Self.key)"}"#, .badRequest(reason: nil)),
      (401, "", .unauthorized), (404, "", .unknownReport), (413, "", .reportTooLong),
      (302, "", .redirected(status: 302)), (418, "", .unexpectedStatus(418)),
    ]
    for (status, body, expected) in cases {
      try await serve { _, _ in
        Self.json(body, status, status == 302 ? [("Location", "/elsewhere")] : [])
      } _: {
        client, server async throws in
        let report = try report()
        let error = await failure { () async throws(ReportingError) in _ = try await client.submit(report) }
        #expect(error == expected)
        #expect(error.map { "\($0)".contains(Self.key) } == false)
        #expect(server.requests.count == 1, "\(status)")
      }
    }
  }

  @Test("After 429, 5xx, a lost connection or an unclear answer the same bytes are sent again")
  func retries() async throws {
    let report = try report(2)
    let answers: [HTTPResponse] = [
      Self.json("", 500), Self.json("", 503, [("Retry-After", "0")]), HTTPResponse.noAnswer, Self.json("<html>"),
      Self.json("", 429), Self.json(#"{"report_id": 3}"#),
    ]
    try await serve({ _, number in answers[number] }, tries: 6) { client, server async throws in
      #expect(try await client.submit(report) == 3)
      #expect(server.requests.count == 6)
      #expect(server.requests.allSatisfy { Array($0.body) == report.body && $0.method == "POST" })
    }
  }

  @Test("Retry-After is respected, and a pause that is too long ends the tries")
  func retryAfter() async throws {
    try await serve { _, number in
      number == 0 ? Self.json("", 429, [("Retry-After", "1")]) : Self.json(#"{"report_id": 3}"#)
    } _: { client, server async throws in
      let start = ContinuousClock.now
      #expect(try await client.submit(try report()) == 3)
      #expect(.now - start >= .seconds(1))
    }
    try await serve { _, _ in
      Self.json("", 429, [("Retry-After", "86400")])
    } _: { client, server async throws in
      let report = try report()
      let error = await failure { () async throws(ReportingError) in _ = try await client.submit(report) }
      #expect(error == .rateLimited(retryAfter: .seconds(86400)) && server.requests.count == 1)
    }
  }

  @Test("A request for the state after a report is a GET on the same connection")
  func handles() async throws {
    try await serve { request, _ in
      request.method == "POST"
        ? Self.json(#"{"report_id": 1}"#)
        : Self.json(request.body.isEmpty ? #"{"report_id": 1, "accepted_at": "x"}"# : "{}")
    } _: { client, server async throws in
      for _ in 0..<3 {
        let id = try await client.submit(try report())
        #expect(try await client.state(of: id).acceptedAt == "x")
      }
      #expect(server.requests.map(\.method) == ["POST", "GET", "POST", "GET", "POST", "GET"])
    }
  }

  @Test("A missing server and a silent server cause different errors")
  func away() async throws {
    let closed = try BoundSocket()
    let client = try Self.client(closed.url, tries: 2)
    let report = try report()
    guard case .unreachable = await failure({ () async throws(ReportingError) in _ = try await client.submit(report) })
    else {
      Issue.record("the error is not unreachable")
      return
    }
    let silent = try RawServer { connection, _ in connection.waitForEnd() }
    let patient = try Self.client(silent.url, totalTimeout: .milliseconds(300))
    let error = await failure { () async throws(ReportingError) in _ = try await patient.submit(report) }
    #expect(error == .timedOut)
  }

  @Test("A key is sent only over https or to this machine", arguments: ["http://store.onside.io", "ftp://localhost"])
  func insecure(_ address: String) throws {
    let key = try #require(ReportingKey(Self.key))
    #expect(throws: ReportingError.insecureServer) { try ReportingClient(server: URL(string: address)!, key: key) }
    for address in ["https://store.onside.io", "https://store.onside.dev/"] {
      _ = try ReportingClient(server: URL(string: address)!, key: key)
    }
  }

  @Test("No description shows a key, and no key has a character that could end a header field")
  func secret() throws {
    let key = try #require(ReportingKey(Self.key))
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] { #expect(!text.contains(Self.key)) }
    for text in ["", "a b", "a\n", "a\r\nX: y", "ü", "a\u{7F}"] { #expect(ReportingKey(text) == nil) }
  }
}
#endif
