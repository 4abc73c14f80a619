import Foundation
import OnsideCore
import Testing

@testable import OnsideTesting

/// The steps of a login in local testing.
@Suite struct LocalLoginTests {
  private let store: LocalStore
  private let service: LocalTestingService

  init() throws {
    store = LocalStore()
    service = try store.open()
  }

  private func code(_ credential: OnsideCredential = .email("ada@example.org")) async throws -> OnsideLoginCode {
    guard case .code(let code) = try await service.beginLogin(credential) else { throw NoCode() }
    return code
  }

  private struct NoCode: Error {}

  @Test func aLoginAsksForACodeAndShowsIt() async throws {
    let code = try await self.code()
    let digits = try #require(code.testDigits)
    #expect(code.length == 6 && digits.count == 6 && code.resendDelay == .seconds(30))
    #expect(code.note == "Local testing sends no message. The code is \(digits.prefix(3)) \(digits.suffix(3)).")
    #expect(await service.session() == nil)
    let session = try await service.logIn(.code(code, digits: digits))
    #expect(await service.session() == session)
    #expect(try await service.logIn(.email("ADA@example.org")).account == session.account)
  }

  @Test func wrongDigitsLogNobodyIn() async throws {
    let code = try await self.code(.phone("+49 170 1234567"))
    let wrong = code.testDigits == "000000" ? "000001" : "000000"
    await #expect(throws: OnsideServiceError.loginCode(.wrong(attemptsLeft: 4))) {
      try await service.logIn(.code(code, digits: wrong))
    }
    #expect(await service.session() == nil)
  }

  @Test func aCodeIsUsedOnce() async throws {
    let code = try await self.code()
    _ = try await service.logIn(.code(code, digits: code.testDigits ?? ""))
    await #expect(throws: OnsideServiceError.loginCode(.expired)) {
      try await service.logIn(.code(code, digits: code.testDigits ?? ""))
    }
  }

  @Test func anInvalidAddressGetsNoCode() async throws {
    let error = OnsideServiceError.refused("This is not an e-mail address or telephone number. Check the input.")
    await #expect(throws: error) {
      try await service.beginLogin(.email("nobody"))
    }
  }

  @Test func eachStepCanFail() async throws {
    await service.simulate(.fails(.serviceUnavailable), of: .sendLoginCode)
    await #expect(throws: OnsideServiceError.serviceUnavailable) { try await self.code() }
    await service.simulate(nil, of: .sendLoginCode)
    let code = try await self.code()
    await service.simulate(.fails(.connectionError), of: .logIn)
    let proof = OnsideLoginProof.code(code, digits: code.testDigits ?? "")
    await #expect(throws: OnsideServiceError.connectionError) { try await service.logIn(proof) }
    await service.simulate(nil, of: .logIn)
    // The failed login must not have used up the code.
    _ = try await service.logIn(proof)
  }
}
