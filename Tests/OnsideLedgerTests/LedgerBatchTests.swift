import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

@Suite("Requests that are committed together") struct LedgerBatchTests {
  @Test("A batch has a maximum number of requests and bytes, and at least one request")
  func count() throws {
    let small = try request(bytes: 100)
    let (half, large) = (try request(bytes: 4 << 20), try request(bytes: 9 << 20))
    #expect(LedgerBatch.count(of: [LedgerRequest]()) == 0)
    #expect(LedgerBatch.count(of: Array(repeating: small, count: 300)) == 256)
    #expect(LedgerBatch.count(of: [half, half, half]) == 2)
    #expect(LedgerBatch.count(of: [half, small, small, half]) == 3)
    #expect(LedgerBatch.count(of: [large, small]) == 1)
    #expect(LedgerBatch.count(of: [small, large]) == 1)
  }

  @Test("A batch is tried until the first deadline, and given up at the last deadline")
  func deadline() throws {
    let never = LedgerDeadline(after: nil)
    let (over, later) = (LedgerDeadline(after: .zero), LedgerDeadline(after: .seconds(1000)))
    let both = try #require(LedgerDeadline(of: [over, later]))
    #expect(both.isOver && over.isOver && !later.isOver)
    #expect(try #require(both.remaining) > .seconds(900))
    #expect(over.remaining == .zero)
    let endless = try #require(LedgerDeadline(of: [never, later]))
    #expect(!endless.isOver && endless.remaining == nil && never.remaining == nil)
    #expect(LedgerDeadline(of: [])?.isOver == nil)
  }

  @Test("No batch is tried again while the ledger is being closed")
  func shutdown() throws {
    let shutdown = LedgerShutdown()
    let deadline = LedgerDeadline(after: nil, shutdown: shutdown)
    #expect(!deadline.isOver)
    shutdown.begin()
    #expect(deadline.isOver && deadline.error == .closed)
  }

  private func request(bytes: Int) throws -> LedgerRequest {
    let text = String(repeating: "a", count: bytes)
    let history = SignedHistory(jws: text, keyID: nil, history: TransactionHistory(transactions: []))
    return try LedgerRequest(history, for: "ann", at: InAppPurchase.epoch)
  }
}
