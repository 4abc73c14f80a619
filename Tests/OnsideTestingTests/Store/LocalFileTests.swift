import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTesting
import Testing

/// Tests that problems of local testing's file are thrown as `DatabaseError`.
@Suite struct LocalFileTests {
  private let store = LocalStore()

  private var file: URL { store.folder.url.appendingPathComponent("local-testing.sqlite") }

  @Test func theFileIsInTheFolder() async throws {
    let service = try store.open()
    #expect(FileManager.default.fileExists(atPath: file.path))
    await service.close()
  }

  @Test func aDamagedFileIsMovedAsideAndANewOneIsCreated() async throws {
    _ = try store.folder.write(Data("This is no database, whatever its name says.".utf8), to: "local-testing.sqlite")
    let error = #expect(throws: DatabaseError.self) { try store.open() }
    guard case .damaged(let path, _, let movedTo?)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == file.path)
    #expect(FileManager.default.fileExists(atPath: movedTo))
    #expect(try await store.open().session() == nil)
  }

  @Test func openingAnOpenFileThrowsInUse() async throws {
    let service = try store.open()
    #expect(throws: DatabaseError.inUse(path: file.path)) { try store.open() }
    await service.close()
    try await store.open().close()
  }

  @Test func anOrderWithChangedBytesIsNotReturned() async throws {
    let service = try store.open()
    _ = try await service.logIn(.federated(.apple))
    try await service.buy("shop.remove-ads")
    await service.close()
    let bytes = try Data(contentsOf: file)
    let price = try #require(bytes.range(of: Data("4.99".utf8)))
    var changed = bytes
    changed.replaceSubrange(price, with: Data("0.99".utf8))
    try changed.write(to: file)
    let reopened = try store.open()
    await #expect { try await reopened.purchases() } throws: {
      "\($0)".contains("an order differs from what was written")
    }
  }

  @Test func anUnreadableStoredRefusalIsNotReturned() async throws {
    let service = try store.open()
    _ = try await service.logIn(.federated(.apple))
    var request = try await service.request("shop.coins.100")
    request.product.price.value = 0.01
    let order = request
    await #expect(throws: OnsideServiceError.self) { try await service.pay(order) }
    await service.close()
    var bytes = try Data(contentsOf: file)
    let name = try #require(bytes.range(of: Data("priceChanged".utf8)))
    bytes.replaceSubrange(name, with: Data("priceUnknown".utf8))
    try bytes.write(to: file)
    let reopened = try store.open()
    await #expect { try await reopened.settle(order.idempotencyKey, account: order.account) } throws: {
      "\($0)".contains("a stored refusal cannot be read")
    }
  }

  @Test func afterClosingPaymentsFail() async throws {
    let service = try store.open()
    _ = try await service.logIn(.federated(.apple))
    let request = try await service.request("shop.coins.100")
    await service.close()
    await #expect(throws: OnsideServiceError.self) { try await service.pay(request) }
    await #expect(throws: OnsideServiceError.self) {
      try await service.settle(request.idempotencyKey, account: request.account)
    }
  }
}
