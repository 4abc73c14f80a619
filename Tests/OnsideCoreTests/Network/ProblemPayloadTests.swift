import CausewayTransport
import Foundation
import Testing

@testable import OnsideCore

/// A store's error answers (RFC 9457).
struct ProblemPayloadTests {
  private func answer(_ status: Int, _ body: String) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Data(body.utf8))
  }

  @Test func aMemberOfTheWrongTypeCountsAsMissing() throws {
    let body = #"{"title":"t","code":"declined","status":"402","reason":7,"product":[],"retry_after":"soon"}"#
    let problem = try #require(answer(402, body).problem)
    #expect(problem.code == "declined")
    #expect(problem.status == nil && problem.reason == nil && problem.product == nil && problem.retryAfter == nil)
  }

  @Test func a401SaysWhetherTheTokenOrTheUserIsMissing() {
    #expect(answer(401, #"{"title":"t","code":"invalid_token","status":"401"}"#).unauthorized == .invalidToken)
    #expect(answer(401, #"{"title":"t","code":"not_logged_in"}"#).unauthorized == .notLoggedIn)
    #expect(answer(401, "<html>").unauthorized == nil)
    #expect(answer(200, #"{"title":"t","code":"invalid_token"}"#).unauthorized == nil)
  }
}
