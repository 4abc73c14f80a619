import Foundation
import OnsideSandbox
import Testing

@testable import OnsideCore

/// Tests that the message of a refusal is written for users: it contains no name and no value of the protocol.
@MainActor @Suite(.timeLimit(.minutes(10))) struct UserMessageTests {
  /// Returns whether a text is a sentence without names and values of the protocol.
  private func isForPeople(_ text: String) -> Bool {
    let words = ["_", "-Key", "key", "identifier", "token", "account:", "catalog", "void"]
    return text.first?.isUppercase == true && text.hasSuffix(".") && words.allSatisfy { !text.contains($0) }
  }

  private func message(_ body: () async throws(OnsideServiceError) -> Void) async -> String? {
    do throws(OnsideServiceError) {
      try await body()
      return nil
    } catch {
      guard case .refused(let reason) = error else { return nil }
      return reason
    }
  }

  @Test func theRefusalOfASettledPaymentIsWrittenForUsers() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    let request = try await app.request("coins")
    _ = try await app.service.settle(request.idempotencyKey, account: request.account)
    let text = await message { () async throws(OnsideServiceError) in _ = try await app.service.pay(request) }
    #expect(isForPeople(text ?? ""), "\(text ?? "")")
    await store.stop()
  }

  @Test func theRefusalOfAProductThatIsNotForSaleIsWrittenForUsers() async throws {
    let store = try await TestStore()
    let app = try await TestApp(store)
    var request = try await app.request("coins")
    request.product.productIdentifier = "gone"
    let text = await message { () async throws(OnsideServiceError) in _ = try await app.service.pay(request) }
    #expect(isForPeople(text ?? ""), "\(text ?? "")")
    await store.stop()
  }

  @Test func theRefusalOfAStoreWithoutPaymentsIsWrittenForUsers() async throws {
    let store = try await TestStore(settings: #", "_failTransactionsEnabled": true"#)
    let app = try await TestApp(store)
    let request = try await app.request("coins")
    let text = await message { () async throws(OnsideServiceError) in _ = try await app.service.pay(request) }
    #expect(isForPeople(text ?? ""), "\(text ?? "")")
    await store.stop()
  }
}
