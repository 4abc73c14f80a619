import Foundation
import OnsideSandbox
import OnsideTesting
import Testing

@testable import OnsideCore

/// The login by a code, between the SDK and a real sandbox store.
@MainActor @Suite(.timeLimit(.minutes(10))) struct LoginCodeTests {
  private func code(_ app: TestApp, _ credential: OnsideCredential = .email("ada@example.com")) async throws
    -> OnsideLoginCode
  {
    guard case .code(let code) = try await app.service.beginLogin(credential) else { throw TestStore.Stopped() }
    return code
  }

  @Test func onlyTheCodeInTheInboxLogsIn() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let code = try await self.code(app)
    #expect(code.testDigits == nil && code.length == 6 && code.resendDelay == .seconds(30))
    let digits = try #require(await SandboxInbox(app.service.address).digits(of: code))
    let wrong = digits == "000000" ? "000001" : "000000"
    await #expect(throws: OnsideServiceError.loginCode(.wrong(attemptsLeft: 4))) {
      try await app.service.logIn(.code(code, digits: wrong))
    }
    #expect(await app.service.session() == nil)
    let session = try await app.service.logIn(.code(code, digits: digits))
    #expect(await app.service.session() == session)
    await #expect(throws: OnsideServiceError.loginCode(.expired)) {
      try await app.service.logIn(.code(code, digits: digits))
    }
    // A login that fails must not end the session.
    #expect(await app.service.session() == session)
    await store.stop()
  }

  @Test func tooManyCodesAreRefusedWithTheTimeToWait() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    for _ in 0..<5 {
      _ = try await code(app)
      store.watch.advance(by: 60)
    }
    await #expect(throws: OnsideServiceError.loginCode(.tooMany(retryAfter: 3_300))) { try await self.code(app) }
    await store.stop()
  }

  @Test func anInvalidAddressIsRefusedWithAReason() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    await #expect {
      try await self.code(app, .phone("call me"))
    } throws: { error in
      if case OnsideServiceError.refused(let reason) = error { !reason.isEmpty } else { false }
    }
    await store.stop()
  }

  @Test func aLoginOnAScreenUsesTheCodeInTheInbox() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    try await app.client.requestLogin()
    #expect(await app.service.session() != nil && app.interface.loginErrors.isEmpty)
    #expect(store.answers(to: .sendLoginCode) == 1)
    await store.stop()
  }

  @Test func anUnreadableCodeGivesAnErrorThatExplainsIt() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    await #expect {
      try await app.service.logIn(.email("ada@example.com"), readCode: { _ in nil })
    } throws: { error in
      if case OnsideServiceError.internalError(let reason) = error {
        reason.contains("could not be read")
      } else {
        false
      }
    }
    await store.stop()
  }

  @Test func noCodeIsInALogOrAnError() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store, isLoggedIn: false)
    let inbox = SandboxInbox(app.service.address)
    var digits: [String] = []
    app.interface.readCode = { code in
      digits.append(await inbox.digits(of: code) ?? "")
      return digits.last
    }
    try await store.fail(Failure(.logIn, .unavailable, times: 1))
    await #expect(throws: OnsideLoginError.loginDiscarded) { try await app.client.requestLogin() }
    try await app.client.requestLogin()
    let said = (app.log.lines + store.log.lines + app.interface.loginErrors.map { "\($0)" }).joined(separator: "\n")
    #expect(digits.count == 2 && !said.isEmpty)
    for code in digits { #expect(!code.isEmpty && !said.contains(code)) }
    await store.stop()
  }
}
