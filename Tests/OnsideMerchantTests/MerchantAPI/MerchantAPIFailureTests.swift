#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import Foundation
import OnsideMerchant
import Testing

/// The client's behavior if the Merchant API fails, with a real server for each failure. Onside's documents do not
/// define this behavior.
@Suite("The merchant's client", .timeLimit(.minutes(10))) struct MerchantAPIFailureTests {
  private let order = HistoryForms.order(1)

  /// Options with a short pause between attempts, so that tests are fast.
  private var quick: MerchantClientOptions {
    var options = MerchantClientOptions()
    options.firstPause = .milliseconds(1)
    return options
  }

  private func error(of url: URL, _ options: MerchantClientOptions? = nil) async throws -> MerchantError? {
    let client = try MerchantClient(
      server: url, credentials: TestMerchant.credentials, options: options ?? quick)
    do throws(MerchantError) {
      _ = try await client.history(of: order)
      return nil
    } catch {
      return error
    }
  }

  @Test("5xx is tried again, as often as the options say", arguments: [500, 502, 503, 504, 599])
  func serverErrors(status: Int) async throws {
    let server = try ScriptedServer { _, _ in HTTPResponse(status) }
    #expect(try await error(of: server.url) == .unavailable(status: status, retryAfter: nil))
    #expect(server.requests.count == 4)
  }

  @Test("After a successful try, the request is not repeated")
  func success() async throws {
    let jws = try HistoryForms.signed(PurchaseForms.purchase())
    let server = try ScriptedServer { _, number in
      number < 2 ? HTTPResponse(500) : HTTPResponse(200, "Application/JOSE; charset=utf-8", Data(jws.utf8))
    }
    #expect(try await error(of: server.url) == nil)
    #expect(server.requests.count == 3)
  }

  @Test("After 429, the client waits for the time in Retry-After")
  func rateLimited() async throws {
    let jws = try HistoryForms.signed(PurchaseForms.purchase())
    let server = try ScriptedServer { _, number in
      number == 0
        ? HTTPResponse(429, fields: [("Retry-After", "1")])
        : HTTPResponse(200, "application/jose", Data(jws.utf8))
    }
    #expect(try await error(of: server.url) == nil)
    let times = server.times
    try #require(times.count == 2)
    #expect(times[1] - times[0] >= .seconds(1))
  }

  @Test("429 with a Retry-After that is too long fails at once")
  func rateLimitedForLong() async throws {
    let server = try ScriptedServer { _, _ in HTTPResponse(429, fields: [("Retry-After", "3600")]) }
    #expect(try await error(of: server.url) == .rateLimited(retryAfter: .seconds(3600)))
    #expect(server.requests.count == 1)
  }

  @Test("A connection that is closed without an answer is tried again")
  func lostAnswer() async throws {
    let jws = try HistoryForms.signed(PurchaseForms.purchase())
    let server = try ScriptedServer { _, number in
      number == 0 ? .noAnswer : HTTPResponse(200, "application/jose", Data(jws.utf8))
    }
    #expect(try await error(of: server.url) == nil)
    #expect(server.requests.count == 2)
  }

  @Test("A missing server is reported as unreachable")
  func unreachable() async throws {
    let nobody = try BoundSocket()
    let error = try #require(try await error(of: nobody.url))
    guard case .unreachable(let reason) = error else {
      _ = Issue.record("\(error)")
      return
    }
    #expect(reason.contains("connect"))
    #expect("\(error)" == "the Merchant API cannot be reached (\(reason)): check the network and the store's address")
  }

  @Test("A server that does not answer in time is tried again, within the total timeout")
  func timeout() async throws {
    let release = Signal()
    let server = try ScriptedServer { _, _ in
      await release.wait()
      return .noAnswer
    }
    var options = quick
    // Choose a timeout that is long enough for each request to reach the server, even on a busy machine.
    options.timeout = .seconds(1)
    #expect(try await error(of: server.url, options) == .timedOut)
    #expect(server.requests.count == 4)
    options.timeout = .seconds(60)
    options.totalTimeout = .seconds(2)
    let start = ContinuousClock.now
    #expect(try await error(of: server.url, options) == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(50))
    #expect(server.requests.count == 5)
    await release.give()
  }

  @Test("A redirect is refused, so the token is not sent to another server")
  func redirect() async throws {
    for status in [301, 302, 303, 307, 308] {
      let other = try ScriptedServer { _, _ in HTTPResponse(200, "application/jose") }
      let location = other.url.absoluteString
      let server = try ScriptedServer { _, _ in HTTPResponse(status, fields: [("Location", location)]) }
      #expect(try await error(of: server.url) == .redirected(status: status))
      #expect(other.requests.isEmpty)
      #expect(server.requests.count == 1)
    }
  }

  @Test("Another content type is refused", arguments: ["application/json", "text/html", "application/jose+json", nil])
  func contentType(type: String?) async throws {
    let jws = try HistoryForms.signed(PurchaseForms.purchase())
    let server = try ScriptedServer { _, _ in HTTPResponse(200, type, Data(jws.utf8)) }
    #expect(try await error(of: server.url) == .unexpectedContentType)
    #expect(server.requests.count == 1)
  }

  @Test("Another status is refused", arguments: [204, 400, 418])
  func otherStatus(status: Int) async throws {
    let server = try ScriptedServer { _, _ in HTTPResponse(status) }
    #expect(try await error(of: server.url) == .unexpectedStatus(status))
    #expect(server.requests.count == 1)
  }

  @Test("An answer that is too long is not read to its end")
  func tooLarge() async throws {
    let server = try ScriptedServer { _, _ in
      HTTPResponse(200, "application/jose", Data(repeating: UInt8(ascii: "a"), count: 1001))
    }
    var options = quick
    options.maximumBytes = 1000
    #expect(try await error(of: server.url, options) == .tooLarge(maximumBytes: 1000))
    #expect(server.requests.count == 1)
  }

  @Test("An answer that is not a JWS is refused")
  func notSigned() async throws {
    let server = try ScriptedServer { _, _ in HTTPResponse(200, "application/jose", Data("hello".utf8)) }
    #expect(try await error(of: server.url) == .notSigned(.wrongNumberOfParts(1)))
  }

  @Test("A cancelled task ends its request, even during a pause")
  func cancellation() async throws {
    let came = Signal()
    let release = Signal()
    let server = try ScriptedServer { _, _ in
      await came.give()
      await release.wait()
      return .noAnswer
    }
    let waiting = Task { try await error(of: server.url) }
    await came.wait()
    waiting.cancel()
    #expect(try await waiting.value == .cancelled)
    await release.give()

    let asked = Signal()
    let limiting = try ScriptedServer { _, _ in
      await asked.give()
      return HTTPResponse(429, fields: [("Retry-After", "15")])
    }
    let pausing = Task { try await error(of: limiting.url) }
    await asked.wait()
    pausing.cancel()
    #expect(try await pausing.value == .cancelled)
    #expect(limiting.requests.count == 1)
  }

  @Test("A token is sent only over https or to this machine")
  func insecure() throws {
    let url = try #require(URL(string: "http://onside.io"))
    #expect(throws: MerchantError.insecureServer) {
      try MerchantClient(server: url, credentials: TestMerchant.credentials)
    }
  }

  @Test("No error shows the secret, the token or the answer")
  func secrets() async throws {
    let echo = try ScriptedServer { request, number in
      let token = request[field: "Authorization"] ?? ""
      let statuses = [200, 302, 400, 401, 403, 404, 429, 500]
      return HTTPResponse(
        statuses[number % 8], "application/jose", Data(token.utf8), fields: [("Location", "/\(token)")])
    }
    var options = quick
    options.maximumTries = 1
    for _ in 0..<8 {
      let error = try #require(try await error(of: echo.url, options))
      var text = "\(error) \(String(reflecting: error)) \(error.localizedDescription)"
      dump(error, to: &text)
      #expect(!text.contains("eyJ") && !text.contains("Bearer") && !text.contains("nobody-may-see"), "\(text)")
    }
  }
}
#endif
