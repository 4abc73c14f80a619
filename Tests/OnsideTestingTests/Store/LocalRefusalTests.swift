import Foundation
import OnsideCore
import Testing

@testable import OnsideTesting

/// Tests that local testing refuses a payment in the same way each time that it is sent, with a text that is written
/// for users.
@Suite struct LocalRefusalTests {
  private let store = LocalStore()

  private func service() async throws -> LocalTestingService {
    let service = try store.open()
    _ = try await service.logIn(.email("ada@example.org"))
    return service
  }

  @Test func aRefusalWithALostAnswerIsRepeatedUnchangedEvenAfterARelaunch() async throws {
    let first = try await service()
    var dearer = try await first.request("shop.coins.100")
    let product = dearer.product
    dearer.product.price.value = 0.01
    let order = dearer
    await first.simulate(.losesAnswer, of: .pay)
    await #expect(throws: OnsideServiceError.connectionError) { try await first.pay(order) }
    await first.simulate(nil, of: .pay)
    await #expect(throws: OnsideServiceError.priceChanged(product)) { try await first.pay(order) }
    await first.close()
    let second = try await service()
    await #expect(throws: OnsideServiceError.priceChanged(product)) { try await second.pay(order) }
    #expect(try await second.ledger().isEmpty)
  }

  @Test func refusalsAreWrittenForUsers() async throws {
    let service = try await service()
    let settled = try await service.request("shop.coins.100")
    _ = try await service.settle(settled.idempotencyKey, account: settled.account)
    var gone = try await service.request("shop.coins.100")
    gone.product.productIdentifier = "shop.coins.1000"
    for order in [settled, gone] {
      do {
        _ = try await service.pay(order)
        Issue.record("The payment succeeded")
      } catch OnsideServiceError.refused(let reason) {
        #expect(reason.hasSuffix(".") && reason.first?.isUppercase == true, "\(reason)")
        #expect(!reason.contains("key") && !reason.contains("shop.coins"), "\(reason)")
      }
    }
  }
}
