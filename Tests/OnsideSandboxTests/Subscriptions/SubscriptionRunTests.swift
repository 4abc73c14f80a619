import Foundation
import OnsideCore
import Testing

@testable import OnsideSandbox

@Suite("Periods in the calendar of UTC") struct PeriodTests {
  @Test(
    "A period ends on the same day of the month, or on the month's last day",
    arguments: [
      ("2026-01-31T12:00:00Z", OnsidePeriod.month(1), 1, "2026-02-28T12:00:00Z"),
      ("2026-01-31T12:00:00Z", .month(1), 2, "2026-03-31T12:00:00Z"),
      ("2028-01-31T12:00:00Z", .month(1), 1, "2028-02-29T12:00:00Z"),
      ("2028-02-29T00:00:00Z", .year(1), 1, "2029-02-28T00:00:00Z"),
      ("2028-02-29T00:00:00Z", .year(1), 4, "2032-02-29T00:00:00Z"),
      ("2026-03-28T01:30:00Z", .day(1), 2, "2026-03-30T01:30:00Z"),
      ("2026-12-31T23:59:59Z", .week(2), 1, "2027-01-14T23:59:59Z"),
      ("9998-12-31T00:00:00Z", .year(9999), 1, "9999-01-02T00:00:00Z"),
    ])
  func end(_ start: String, _ period: OnsidePeriod, _ times: Int, _ end: String) {
    #expect(period.end(from: date(start), times: times) == date(end))
  }
}

@Suite("The periods of a subscription") struct SubscriptionRunTests {
  private let start = date("2026-01-31T12:00:00Z")

  /// Returns the price and the end of each of the first `count` periods.
  private func periods(_ id: String, offered: Bool, _ count: Int) throws -> [String] {
    let catalog = try TestShop.catalog()
    let entry = try #require(catalog.entry(id))
    let product = try #require(catalog.product(id, in: catalog.configuration.settings.storefront))
    let offer = offered ? entry.subscription?.introductoryOffer : nil
    var (run, price) = try #require(SubscriptionRun.begin(product, offer: offer, at: start))
    var lines = ["\(price.value) until \(run.expires.ISO8601Format())"]
    for _ in 1..<count {
      price = run.renew(product)
      lines.append("\(price.value) until \(run.expires.ISO8601Format())")
    }
    return lines
  }

  @Test("Without an offer, each period costs the regular price and begins on the day of the first one")
  func plain() throws {
    #expect(
      try periods(TestShop.plain, offered: true, 4) == [
        "2.99 until 2026-02-28T12:00:00Z", "2.99 until 2026-03-31T12:00:00Z", "2.99 until 2026-04-30T12:00:00Z",
        "2.99 until 2026-05-31T12:00:00Z",
      ])
  }

  @Test("A free trial comes before the first period")
  func free() throws {
    #expect(
      try periods(TestShop.monthly, offered: true, 3) == [
        "0.0 until 2026-02-07T12:00:00Z", "3.99 until 2026-03-07T12:00:00Z", "3.99 until 2026-04-07T12:00:00Z",
      ])
  }

  @Test("An offer that is paid up front is paid once")
  func upFront() throws {
    #expect(
      try periods(TestShop.yearly, offered: true, 2) == [
        "24.99 until 2027-01-31T12:00:00Z", "34.99 until 2028-01-31T12:00:00Z",
      ])
  }

  @Test("An offer that is paid as you go lowers the price of each of its periods")
  func asYouGo() throws {
    #expect(
      try periods(TestShop.weekly, offered: true, 5) == [
        "0.99 until 2026-02-07T12:00:00Z", "0.99 until 2026-02-14T12:00:00Z", "0.99 until 2026-02-21T12:00:00Z",
        "1.99 until 2026-02-28T12:00:00Z", "1.99 until 2026-03-07T12:00:00Z",
      ])
  }

  @Test("A user without an offer pays the regular price from the first period on")
  func notOffered() throws {
    #expect(try periods(TestShop.weekly, offered: false, 1) == ["1.99 until 2026-02-07T12:00:00Z"])
  }

  @Test("A product that is not a subscription has no periods")
  func none() throws {
    let catalog = try TestShop.catalog()
    let product = try #require(catalog.product(TestShop.coins, in: .unitedStates))
    #expect(SubscriptionRun.begin(product, offer: nil, at: start) == nil)
  }
}
