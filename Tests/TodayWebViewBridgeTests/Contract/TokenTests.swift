import Causeway
import TodayWebViewBridge
import WebTestSupport
import XCTest

/// `headers` and `refreshToken` in the public contract, and this project's decisions where the contract has no rule.
@MainActor final class TokenTests: XCTestCase {
  private func open(_ configuration: TodayWebViewBridge.Configuration? = nil) async throws -> TodayPage {
    let page = TodayPage(.ios, configuration)
    try await page.browser.open("<body>")
    return page
  }

  func testHeadersWithoutAValueAreLeftOut() async throws {
    let page = try await open()
    page.app.headerWork = { ["A": "1", "B": nil, "C": ""] }
    let answer = try await page.post("{ type: 'headers' }")
    XCTAssertEqual(answer, "{\"A\":\"1\",\"C\":\"\"}")
  }

  func testWithoutHeadersTheAnswerIsAnEmptyRecord() async throws {
    let page = try await open()
    page.app.headerWork = { [:] }
    let answer = try await page.post("{ type: 'headers' }")
    XCTAssertEqual(answer, "{}")
  }

  func testHeadersNeverReject() async throws {
    let page = try await open()
    page.app.headerWork = { throw PrivateError() }
    let answer = try await page.post("{ type: 'headers' }")
    XCTAssertEqual(answer, "{}")
  }

  func testACallAfterTheRefreshStartsANewOne() async throws {
    let page = try await open()
    page.app.refreshWork = { TodayToken(bearer: "token-\(page.app.refreshes)") }
    for number in 1...3 {
      let answer = try await page.post("{ type: 'refreshToken' }")
      XCTAssertEqual(answer, "{\"authorization\":\"Bearer token-\(number)\"}")
    }
    XCTAssertEqual(page.app.refreshes, 3)
  }

  func testAFailureIsSharedAndTheNextCallStartsANewRefresh() async throws {
    let page = try await open()
    let gate = Gate()
    page.app.refreshWork = {
      await gate.pass()
      throw SignedOut()
    }
    let answers = try await [page.begin("{ type: 'refreshToken' }"), page.begin("{ type: 'refreshToken' }")]
    gate.open()
    for answer in answers {
      let told = try await answer.value
      XCTAssertEqual(told, "rejected Error: You are signed out.")
    }
    XCTAssertEqual(page.app.refreshes, 1)
    page.app.refreshWork = { TodayToken(bearer: "again") }
    let next = try await page.post("{ type: 'refreshToken' }")
    XCTAssertEqual(next, "{\"authorization\":\"Bearer again\"}")
  }

  func testAHangingRefreshIsSharedUntilItsTimeoutAndThenRestarted() async throws {
    let deadline = Limits.standard.deadline
    var configuration = TodayWebViewBridge.Configuration(trustedOrigins: [TodayPage.origin])
    // This timeout ends after the first call's deadline, and before the second call's deadline.
    configuration.refreshTimeout = deadline * 2
    let page = try await open(configuration)
    let gate = Gate()
    page.app.refreshWork = {
      await gate.pass()  // Waits even if the task is cancelled.
      return TodayToken(bearer: "late")
    }
    let first = try await page.begin("{ type: 'refreshToken' }")
    try await eventually("the call's deadline and the refresh's timeout run") { page.clock.sleeperCount == 2 }
    page.clock.advance(by: deadline + .seconds(1))
    let afterDeadline = try await first.value
    XCTAssertTrue(afterDeadline.hasPrefix("rejected Error: "), afterDeadline)

    let second = try await page.begin("{ type: 'refreshToken' }")
    try await eventually("the second call's deadline runs") { page.clock.sleeperCount == 2 }
    XCTAssertEqual(page.app.refreshes, 1)
    page.clock.advance(by: deadline - .seconds(1))
    let afterTimeout = try await second.value
    XCTAssertEqual(afterTimeout, "rejected Error: The session could not be refreshed. Sign in again.")

    page.app.refreshWork = { TodayToken(bearer: "new") }
    let third = try await page.post("{ type: 'refreshToken' }")
    XCTAssertEqual(third, "{\"authorization\":\"Bearer new\"}")
    XCTAssertEqual(page.app.refreshes, 2)
    gate.open()
  }

  func testEstablishSessionWithRefreshSharesTheRefresh() async throws {
    let page = try await open()
    let gate = Gate()
    page.app.refreshWork = {
      await gate.pass()
      return TodayToken(bearer: TestApp.freshToken)
    }
    let token = try await page.begin("{ type: 'refreshToken' }")
    let session = try await page.begin("{ type: 'establishSession', refresh: true }")
    gate.open()
    _ = try await token.value
    let told = try await session.value
    XCTAssertEqual(told, "{\"ok\":true}")
    XCTAssertEqual(page.app.refreshes, 1)
    let cookies = await page.cookies()
    XCTAssertEqual(cookies.map(\.value), [TestApp.freshToken])
  }

  func testARejectionIsAReadableSentenceWithoutSecrets() async throws {
    let page = try await open()
    page.app.refreshWork = { throw PrivateError() }
    let told = try await page.browser.text(
      "return await \(page.channel()).postMessage({ type: 'refreshToken' }).catch((e) => e instanceof Error && e.message)"
    )
    XCTAssertEqual(told, "The session could not be refreshed. Sign in again.")
  }

  func testAnErrorWithAnEmptyMessageGetsADefaultMessage() async throws {
    struct Mute: PageFacingError {
      var code: String { "" }
      var pageMessage: String { "" }
    }
    let page = try await open()
    page.app.refreshWork = { throw Mute() }
    let answer = try await page.post("{ type: 'refreshToken' }")
    XCTAssertTrue(answer.hasPrefix("rejected Error: ") && answer.count > 20, answer)
  }

  func testAnEmptyTokenRejects() async throws {
    let page = try await open()
    page.app.refreshWork = { TodayToken(authorization: "", token: "") }
    let answer = try await page.post("{ type: 'refreshToken' }")
    XCTAssertEqual(answer, "rejected Error: The session could not be refreshed. Sign in again.")
  }

  func testThePageGetsTheAuthorizationButNotTheToken() async throws {
    let page = try await open()
    page.app.refreshWork = { TodayToken(authorization: "Signed xyz", token: TestApp.freshToken) }
    for (message, expected) in [
      ("refreshToken", "{\"authorization\":\"Signed xyz\"}"), ("establishSession", "{\"ok\":true}"),
    ] {
      let answer = try await page.post("{ type: '\(message)', refresh: true }")
      XCTAssertEqual(answer, expected, message)
    }
  }
}
