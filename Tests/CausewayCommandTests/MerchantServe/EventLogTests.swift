#if os(Linux)
import CausewayJSON
import Foundation
import OnsideMerchant
import Testing

@testable import OnsideMerchantCommand

@Suite("The log of the delivery of events") struct EventLogTests {
  private var event: OrderEvent {
    let now = LedgerTime(Date())
    let statement = OrderStatement(
      originalOrderID: UUID(), bundleID: ExactText("com.example.shop"), productID: ExactText("lantern"),
      productType: ExactText("CONSUMABLE"), quantity: 1, purchasedAt: now, fetchedAt: now, expiresAt: nil,
      revokedAt: nil)
    let order = LedgerOrder(
      orderID: UUID(), customer: ExactText("ada"), statement: statement,
      grant: LedgerOrder.Grant(request: UUID(), date: now))
    return OrderEvent(
      OutboxEntry(event: UUID(), orderID: order.orderID, bundleID: statement.bundleID, createdAt: now), order)
  }

  @Test("In an outage of the receiver there is one line for the pause, and otherwise one for each failed event")
  func lines() async throws {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let log = ServerLog(.init(format: .json)) { line, _ in continuation.yield(line) }
    BackgroundWork.write(.postponed(event, .status(422), .seconds(5), isOutage: false), to: log)
    for _ in 0..<8 { BackgroundWork.write(.postponed(event, .timedOut, .seconds(5), isOutage: true), to: log) }
    BackgroundWork.write(.paused(.receiver(.timedOut), .seconds(1)), to: log)
    continuation.finish()
    var events: [String?] = []
    for await line in lines { events.append(try JSONValue(parsing: line)["event"]?.stringValue) }
    #expect(events == ["event_postponed", "events_paused"])
  }
}
#endif
