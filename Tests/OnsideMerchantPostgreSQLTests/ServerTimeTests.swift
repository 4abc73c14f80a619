import Foundation
import LedgerTestSupport
import OnsideMerchant
import PostgreSQLTestSupport
import Testing

@testable import OnsideMerchantPostgreSQL

@Suite("Servers whose clocks differ") struct ServerTimeTests {
  private func open(_ database: String, ahead: TimeInterval) async throws -> PostgreSQLLedger {
    try await PostgreSQLLedger(
      connection: database, recordsEvents: true, usesServerTime: true, clock: { Date() + ahead })
  }

  @Test("A server whose clock is ahead takes no check and no event that another server has taken")
  func taken() async throws {
    let database = try PostgreSQLTestServer.shared.get().makeDatabase()
    let (exact, ahead) = (try await open(database, ahead: 0), try await open(database, ahead: 3_600))
    let order = UUID()
    _ = try await exact.record(SignedHistory([InAppPurchase(order: order)]), for: "ann")
    try await exact.makeAllChecksDue()
    #expect(try await exact.takeDueChecks(limit: 9) == [order])
    #expect(try await exact.takeDueEvents(limit: 9).count == 1)
    #expect(try await ahead.takeDueChecks(limit: 9).isEmpty)
    #expect(try await ahead.takeDueEvents(limit: 9).isEmpty)
    #expect(try await ahead.checkLag() == nil)
    await exact.close()
    await ahead.close()
  }

  @Test("The event of a server whose clock is ahead is due at once")
  func event() async throws {
    let database = try PostgreSQLTestServer.shared.get().makeDatabase()
    let (exact, ahead) = (try await open(database, ahead: 0), try await open(database, ahead: 3_600))
    _ = try await ahead.record(SignedHistory([InAppPurchase(order: UUID())]), for: "ann")
    let event = try #require(try await exact.takeDueEvents(limit: 9).first)
    #expect(event.createdAt < Date() + 600)
    await exact.close()
    await ahead.close()
  }
}
