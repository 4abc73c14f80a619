import Foundation
import OnsideCore
import OnsideTesting
import Testing

/// Tests that functions that local testing does not have fail with `notSupportedInLocalTesting`.
@Suite struct LocalTestingErrorTests {
  @Test func theSignedHistoryIsNotSupported() async throws {
    let service = try LocalStore().open()
    _ = try await service.logIn(.email("ada@example.org"))
    await #expect(throws: OnsideServiceError.notSupportedInLocalTesting) { try await service.signedHistory() }
  }

  @Test func paymentMethodsAreNotSupported() async throws {
    let service = try LocalStore().open()
    _ = try await service.logIn(.email("ada@example.org"))
    await #expect(throws: OnsideServiceError.notSupportedInLocalTesting) { try await service.paymentMethods(of: "a") }
    await #expect(throws: OnsideServiceError.notSupportedInLocalTesting) {
      try await service.usePaymentMethod("1", account: "a")
    }
    await #expect(throws: OnsideServiceError.notSupportedInLocalTesting) {
      try await service.removePaymentMethod("1", account: "a")
    }
  }
}
