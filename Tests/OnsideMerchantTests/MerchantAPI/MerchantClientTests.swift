#if os(Linux)
import CausewayHTTP
import CausewayJOSE
import Foundation
import OnsideMerchant
import Testing

/// The request to the Merchant API, from Onside's description of purchase validation and the published OpenAPI document.
@Suite("The Merchant API, as Onside describes it") struct MerchantClientTests {
  @Test("GET /merchant-api/v1/purchases/in-app/history/{order_id}, with a JWT as bearer")
  func request() async throws {
    let jws = try HistoryForms.signed(PurchaseForms.purchase())
    let server = try ScriptedServer { _, _ in HTTPResponse(200, "application/jose", Data(jws.utf8)) }
    let client = try MerchantClient(server: server.url, credentials: TestMerchant.credentials)
    #expect(try await client.history(of: HistoryForms.order(0xABC)) == jws)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(
      request.path == [
        "merchant-api", "v1", "purchases", "in-app", "history", "00000000-0000-4000-8000-000000000abc",
      ])
    let authorization = try #require(request[field: "Authorization"])
    #expect(authorization.hasPrefix("Bearer "))
    var verifier = MerchantTokenVerifier([TestMerchant.credentials], leeway: 0)
    #expect(try verifier.merchant(of: String(authorization.dropFirst(7)), at: Date()) == "merchant-1")
  }

  @Test("Each try has a new token")
  func tokens() async throws {
    let verifier = Changing(MerchantTokenVerifier([TestMerchant.credentials]))
    let refusals = Changing(0)
    let jws = try HistoryForms.signed(PurchaseForms.purchase())
    let server = try ScriptedServer { request, number in
      verifier.change { verifier in
        let token = String((request[field: "Authorization"] ?? "").dropFirst(7))
        if (try? verifier.merchant(of: token, at: Date())) == nil { refusals.change { $0 += 1 } }
      }
      return number % 2 == 0
        ? HTTPResponse(503) : HTTPResponse(200, "application/jose", Data(jws.utf8))
    }
    let client = try MerchantClient(server: server.url, credentials: TestMerchant.credentials)
    for _ in 0..<3 { _ = try await client.history(of: HistoryForms.order(1)) }
    #expect(server.requests.count == 6)
    #expect(refusals.value == 0)
  }

  @Test(
    "401, 403 and 404 have separate errors, and are not tried again",
    arguments: [(401, MerchantError.unauthorized), (403, .notAllowed), (404, .unknownOrder)])
  func statuses(status: Int, expected: MerchantError) async throws {
    let server = try ScriptedServer { _, _ in
      .text(status, "no", fields: [("WWW-Authenticate", "Bearer realm=\"merchant\"")])
    }
    let client = try MerchantClient(server: server.url, credentials: TestMerchant.credentials)
    await #expect(throws: expected) { try await client.history(of: HistoryForms.order(1)) }
    #expect(server.requests.count == 1)
  }
}
#endif
