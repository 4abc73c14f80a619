import CausewayHTTP
import CausewayTesting
import CausewayTransport
import Foundation
import OnsideTestSupport
import Testing

@testable import OnsideCore

/// Requests without retries to servers that do not answer as a store should, and the data that must not be sent to such
/// servers.
@Suite(.timeLimit(.minutes(10))) struct TransportTests {
  /// A server that records its requests.
  private final class Server: @unchecked Sendable {  // The lock protects all state.
    private let lock = NSLock()
    private var asked: [HTTPRequest] = []
    private var server: HTTPServer?
    private(set) var url = URL(fileURLWithPath: "/")

    init(_ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) throws {
      let server = HTTPServer { [unowned self] request in
        lock.withLock { asked.append(request) }
        return await answer(request)
      }
      url = try server.start()
      self.server = server
    }

    var requests: [HTTPRequest] { lock.withLock { asked } }
    func stop() async { await server?.stop() }
  }

  private static let secret = Token("SECRET")

  private func connection(_ server: Server, clock: any Clock<Duration> = ContinuousClock()) throws -> StoreConnection {
    StoreConnection(
      address: try StoreAddress(server.url, app: "com.example.shop"), transport: Transport(clock: clock),
      now: { Date() })
  }

  private func failure(_ connection: StoreConnection, _ request: StoreRequest = StoreRequest(.get, "history")) async
    -> OnsideServiceError?
  {
    do throws(OnsideServiceError) {
      _ = try await connection.send(request, token: Self.secret)
      return nil
    } catch {
      return error
    }
  }

  @Test func aRequestHasTheMethodPathAndFieldsOfTheInterface() async throws {
    let server = try Server { _ in HTTPResponse(200, "application/json", Data("{}".utf8)) }
    var request = StoreRequest(.post, "payment-methods", "a/b", body: Data(#"{"a":1}"#.utf8))
    let key = UUID()
    request.idempotencyKey = key
    let answer = try await connection(server).send(request, token: Self.secret)
    #expect(answer.status == 200 && answer.body == Data("{}".utf8))
    let asked = try #require(server.requests.first)
    #expect(asked.method == "POST" && asked.path == ["app-api", "v1", "payment-methods", "a/b"])
    #expect(asked[field: "Onside-App"] == "com.example.shop")
    #expect(asked[field: "Authorization"] == "Bearer SECRET")
    #expect(asked[field: "Idempotency-Key"] == key.uuidString.lowercased())
    #expect(asked[field: "Content-Type"] == "application/json")
    #expect(asked.body == Data(#"{"a":1}"#.utf8))
    await server.stop()
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func aTokenIsNotSentToTheTargetOfARedirect(status: Int) async throws {
    let elsewhere = try Server { _ in HTTPResponse(200) }
    let target = elsewhere.url.absoluteString
    let server = try Server { _ in HTTPResponse(status, fields: [("Location", target + "/app-api/v1/history")]) }
    #expect(
      await failure(try connection(server))
        == .internalError("the store redirected the request, and redirects are not followed"))
    #expect(elsewhere.requests.isEmpty && server.requests.count == 1)
    await elsewhere.stop()
    await server.stop()
  }

  @Test func anAnswerThatIsTooLargeIsNotReadToItsEnd() async throws {
    let limit = StoreConnection.maximumBytes
    let server = try Server { request in
      HTTPResponse(200, "application/jose", Data(count: request.path.last == "long" ? limit + 1 : limit))
    }
    let connection = try connection(server)
    #expect(try await connection.send(StoreRequest(.get, "short")).body.count == limit)
    #expect(
      await failure(connection, StoreRequest(.get, "long")) == .internalError("the store's answer is too large"))
    await server.stop()
  }

  @Test func anUnreachableStoreGivesConnectionError() async throws {
    let server = try Server { _ in HTTPResponse(200) }
    await server.stop()
    #expect(await failure(try connection(server)) == .connectionError)
  }

  @Test func aBrokenConnectionGivesConnectionError() async throws {
    let server = try Server { _ in .noAnswer }
    #expect(await failure(try connection(server)) == .connectionError)
    await server.stop()
  }

  @Test func aReusedConnectionThatBreaksGivesConnectionErrorAtOnce() async throws {
    let server = try Server { request in request.path.last == "break" ? .noAnswer : HTTPResponse(200) }
    // The manual clock does not advance, so the transport's own timeout cannot end a request.
    let connection = try connection(server, clock: ManualClock())
    for _ in 0..<3 {
      #expect(try await connection.send(StoreRequest(.post, "answer", body: Data("{}".utf8))).status == 200)
      #expect(await failure(connection, StoreRequest(.post, "break", body: Data("{}".utf8))) == .connectionError)
    }
    await server.stop()
  }

  @Test func aRequestReachesARestartedStore() async throws {
    var options = HTTPServer.Options()
    options.port = try #require(LoopbackPort.free())
    let server = HTTPServer(options) { _ in HTTPResponse(200) }
    let url = try server.start()
    let connection = StoreConnection(
      address: try StoreAddress(url, app: "com.example.shop"), transport: Transport(clock: ManualClock()),
      now: { Date() })
    #expect(try await connection.send(StoreRequest(.post, "answer", body: Data("{}".utf8))).status == 200)
    await server.stop()
    let next = HTTPServer(options) { _ in HTTPResponse(201) }
    _ = try next.start()
    #expect(try await connection.send(StoreRequest(.post, "answer", body: Data("{}".utf8))).status == 201)
    await next.stop()
  }

  @Test func aMissingAnswerGivesConnectionErrorAfterTheTimeout() async throws {
    let (asked, release) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let server = try Server { _ in
      asked.continuation.yield()
      // The server must not answer before the client has given up.
      for await _ in release.stream {}
      return HTTPResponse(200)
    }
    let clock = ManualClock()
    let connection = try connection(server, clock: clock)
    let call = Task { await failure(connection) }
    for await _ in asked.stream { break }
    let passing = Task {
      // The timeout may begin at any time, so advance the clock until the call has ended.
      while !Task.isCancelled {
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    #expect(await call.value == .connectionError)
    passing.cancel()
    release.continuation.finish()
    await server.stop()
  }

  @Test func everyRequestOfALogoutHasATimeoutOfFiveSeconds() async throws {
    let server = try Server { request in
      let tokens = """
        { "account": "ada", "storefront": { "id": "1", "country_code": "DE" }, "access_token": "NEW", "expires_in": 100,
          "refresh_token": "REFRESH" }
        """
      let refusal = #"{"status": 401, "title": "Why.", "code": "invalid_token"}"#
      return switch (request.method, request[field: "Authorization"]) {
      case ("POST", _): HTTPResponse(200, "application/json", Data(tokens.utf8))
      case (_, "Bearer NEW"): HTTPResponse(204)
      default: HTTPResponse(401, "application/problem+json", Data(refusal.utf8))
      }
    }
    let clock = StillClock()
    try await connection(server, clock: clock).end(
      KeptSession(
        store: server.url, app: "com.example.shop", account: "ada", countryCode: "DE", accessToken: Self.secret,
        refreshToken: Token("REFRESH"), renewsAt: Date(), expiresAt: Date()))
    #expect(server.requests.map(\.method) == ["DELETE", "POST", "DELETE"])
    // The clock records its waits concurrently with the requests, so the last wait may be recorded later.
    try await eventually { clock.noted.count >= 3 }
    #expect(clock.noted == [.seconds(5), .seconds(5), .seconds(5)])
    await server.stop()
  }

  @Test func aCallThatIsCancelledEndsAtOnce() async throws {
    let (asked, release) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let server = try Server { _ in
      asked.continuation.yield()
      // The server must not answer before the client has given up.
      for await _ in release.stream {}
      return HTTPResponse(200)
    }
    let connection = try connection(server)
    let call = Task { await failure(connection) }
    for await _ in asked.stream { break }
    call.cancel()
    #expect(await call.value == .cancelled)
    release.continuation.finish()
    await server.stop()
  }

  @Test func aCallOfATaskThatWasCancelledIsNotSent() async throws {
    let server = try Server { _ in HTTPResponse(200) }
    let connection = try connection(server)
    let call = Task {
      while !Task.isCancelled { await Task.yield() }
      return await failure(connection)
    }
    call.cancel()
    #expect(await call.value == .cancelled)
    #expect(server.requests.isEmpty)
    await server.stop()
  }

  @Test func noCookieAndNoCachedAnswerIsKeptBetweenCalls() async throws {
    let server = try Server { _ in
      HTTPResponse(
        200, "application/json", Data("{}".utf8),
        fields: [("Set-Cookie", "a=b; Path=/"), ("Cache-Control", "max-age=1000"), ("ETag", "\"1\"")])
    }
    let connection = try connection(server)
    for _ in 0..<3 { #expect(try await connection.send(StoreRequest(.get, "history")).status == 200) }
    #expect(server.requests.count == 3)
    #expect(server.requests.allSatisfy { $0[field: "Cookie"] == nil && $0[field: "If-None-Match"] == nil })
    await server.stop()
  }

  @Test func everyStatusIsReturnedAsAnAnswer() async throws {
    let server = try Server { request in
      let status = request.path.last.flatMap { Int($0) } ?? 500
      return HTTPResponse(
        status, "application/problem+json", Data("{}".utf8),
        fields: status == 401 ? [("WWW-Authenticate", "Bearer")] : [])
    }
    let connection = try connection(server)
    for status in [200, 400, 401, 402, 403, 404, 409, 410, 422, 429, 500, 503] {
      #expect(try await connection.send(StoreRequest(.get, "\(status)"), token: Self.secret).status == status)
    }
    #expect(server.requests.count == 12)
    await server.stop()
  }
}
