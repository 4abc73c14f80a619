import Foundation
import LedgerTestSupport
import OnsideMerchant
import SeededGenerator

/// The measurement of one ledger at several sizes.
struct SizeBench {
  /// The number of orders of each customer.
  private static let ordersOfCustomer = 10
  /// The number of customers whose histories are recorded at the same time while the ledger is filled.
  private static let customersAtOnce = 512
  /// The number of calls that are measured one after the other.
  private static let calls = 1_000

  let name: String
  let ledger: any OwnedLedger

  /// Measures at each size, and returns whether no call's median is more than `limit` times that at the first size.
  func run(_ sizes: [Int], limit: Double) async throws -> Bool {
    var first: [(call: String, median: Double)] = []
    var isWithin = true
    var filled = 0
    for size in sizes {
      try await fill(filled / Self.ordersOfCustomer..<size / Self.ordersOfCustomer)
      filled = size
      let times = try await measure(size / Self.ordersOfCustomer)
      if first.isEmpty { first = times }
      for (time, before) in zip(times, first) {
        let ratio = time.median / before.median
        isWithin = isWithin && ratio <= limit
        let columns = [name, "\(size) orders", time.call, String(format: "%.0f µs", time.median * 1e6)]
        print(columns.joined(separator: "  ") + String(format: "  ratio %.2f", ratio))
      }
    }
    return isWithin
  }

  private func fill(_ customers: Range<Int>) async throws {
    var next = customers.lowerBound
    var printed = ContinuousClock.now
    while next < customers.upperBound {
      let group = next..<min(next + Self.customersAtOnce, customers.upperBound)
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        for customer in group {
          tasks.addTask { _ = try await ledger.record(Self.history(of: customer), for: "customer-\(customer)") }
        }
        try await tasks.waitForAll()
      }
      next = group.upperBound
      if printed.duration(to: .now) > .seconds(20) {
        let line =
          "\(name): \(next * Self.ordersOfCustomer) of \(customers.upperBound * Self.ordersOfCustomer) orders\n"
        FileHandle.standardError.write(Data(line.utf8))
        printed = .now
      }
    }
  }

  /// Returns the orders of a customer. The same customer always has the same orders, and their identifiers are spread
  /// evenly, as those of a store.
  private static func orders(of customer: Int) -> [UUID] {
    var generator = SeededGenerator(seed: UInt64(customer))
    return (0..<ordersOfCustomer).map { _ in generator.uuid() }
  }

  private static func history(of customer: Int) -> SignedHistory {
    SignedHistory(orders(of: customer).map { InAppPurchase(order: $0) })
  }

  private func measure(_ customers: Int) async throws -> [(call: String, median: Double)] {
    var generator = SeededGenerator(seed: 7)
    var known: [Int] = []
    for _ in 0..<Self.calls { known.append(Int.random(in: 0..<customers, using: &generator)) }
    var results: [(call: String, median: Double)] = []
    results.append(("newOrders", try await median(known) { _ = try await ledger.newOrders(of: Self.orders(of: $0)) }))
    results.append(
      ("entitlements", try await median(known) { _ = try await ledger.entitlements(of: "customer-\($0)", at: .now) }))
    results.append(("evidence", try await median(known) { _ = try await ledger.evidence(of: Self.orders(of: $0)[0]) }))
    results.append(
      (
        "record, known",
        try await median(known) { _ = try await ledger.record(Self.history(of: $0), for: "customer-\($0)") }
      ))
    let new = (0..<Self.calls).map { _ in UUID() }
    results.append(
      (
        "record, new",
        try await median(new) { order in
          _ = try await ledger.record(SignedHistory([InAppPurchase(order: order)]), for: order.uuidString)
        }
      ))
    return results
  }

  private func median<Value>(_ values: [Value], _ call: (Value) async throws -> Void) async throws -> Double {
    var times: [Double] = []
    for value in values {
      let start = ContinuousClock.now
      try await call(value)
      times.append((ContinuousClock.now - start) / .seconds(1))
    }
    return times.sorted()[times.count / 2]
  }
}
