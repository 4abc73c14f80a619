import CausewayDatabase
import Foundation
import OnsideCore
import Testing

@testable import OnsideSandbox

@Suite("The folders of earlier versions") struct UpgradeTests {
  /// Writes the database of a version that ran the first `count` scripts, with an account that has a card and a
  /// subscription.
  private func writeOldFolder(_ test: TestStore, scripts count: Int) throws {
    try FileManager.default.createDirectory(at: test.url, withIntermediateDirectories: true)
    let definition = DatabaseDefinition(
      applicationID: DatabaseDefinition.store.applicationID,
      migrations: Array(DatabaseDefinition.store.migrations.prefix(count)))
    let database = try Database(file: test.url.appendingPathComponent("store.sqlite"), definition: definition)
    let product = try #require(test.options.catalog.product(TestShop.plain, in: .unitedStates))
    let start = date("2026-01-31T12:00:00Z").milliseconds
    let end = date("2026-02-28T12:00:00Z").milliseconds
    try database.execute("INSERT INTO account (id, login) VALUES ('a', 'email:ann@example.com')")
    try database.execute(
      "INSERT INTO card (id, account, token, expiry, is_default) VALUES ('c', 'a', 'paying', '03/26', 1)")
    try database.execute(
      """
      INSERT INTO purchase (id, original, account, app, country, kind, product, price, date, original_date, expires,
        is_renewal, entitlement)
      VALUES (?, ?, 'a', 'com.example.shop', 'USA', 'RecurringSubscription', ?, 299, ?, ?, ?, 0, 'group:plain')
      """, .text(Self.order), .text(Self.order), .json(product), .integer(start), .integer(start), .integer(end))
    try database.execute(
      "INSERT INTO subscription VALUES (?, 1, 0, ?, 1, 0, ?)", .text(Self.order), .integer(start), .integer(end))
    database.close()
  }

  private static let order = "5e1f5e1f-0000-4000-8000-000000000001"

  @Test("A subscription and a card of the version before billing retry work as before, and the card's month counts")
  func beforeBillingRetry() async throws {
    let test = try TestStore()
    try writeOldFolder(test, scripts: 6)
    let store = try test.open()
    let ann = try await store.session()
    #expect(ann.account == "a")
    #expect(try await store.run { try $0.orders.purchases(of: ann).map(\.id) } == [Self.order])
    _ = try await store.moveClock(bySeconds: 60 * 86_400, rate: nil)  // April 1
    #expect(try await store.allOrders().map(\.purchaseDate.day) == ["2026-01-31", "2026-02-28", "2026-03-31"])
    _ = try await store.moveClock(bySeconds: 30 * 86_400, rate: nil)  // May 1
    #expect(try await store.run { try $0.subscriptions.newest().map(\.state) } == [.gracePeriod])
  }
}
