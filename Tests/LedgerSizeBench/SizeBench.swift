import Foundation
import LedgerTestSupport
import OnsideMerchant
import SeededGenerator

/// The measurement of the calls of ledgers with different numbers of orders.
struct SizeBench {
  /// The number of orders of each customer.
  private static let ordersOfCustomer = 10
  /// The number of customers whose histories are recorded at the same time while a ledger is filled.
  private static let customersAtOnce = 512
  /// The number of calls that are measured one after the other.
  private static let calls = 1_000

  /// The database's name.
  let name: String
  /// The ledgers by their numbers of orders, the smallest first.
  let ledgers: [(size: Int, ledger: any OwnedLedger)]

  /// Fills the ledgers, measures each call in all of them, and returns whether no call's median is more than `limit` times
  /// that in the smallest ledger.
  func run(limit: Double) async throws -> Bool {
    for (size, ledger) in ledgers { try await fill(ledger, size) }
    var isWithin = true
    for call in Call.allCases {
      var first: Double?
      for (size, ledger) in ledgers {
        let median = try await median(call, ledger, customers: size / Self.ordersOfCustomer)
        let ratio = median / (first ?? median)
        first = first ?? median
        isWithin = isWithin && ratio <= limit
        let columns = [name, call.rawValue, "\(size) orders", String(format: "%.0f µs", median * 1e6)]
        print(columns.joined(separator: "  ") + String(format: "  ratio %.2f", ratio))
      }
    }
    return isWithin
  }

  // MARK: Filling

  private func fill(_ ledger: any OwnedLedger, _ size: Int) async throws {
    let customers = size / Self.ordersOfCustomer
    let stored = try await ledger.orderCount(atMost: size) / Self.ordersOfCustomer
    guard stored < customers else { return }
    // An earlier run that was killed may have recorded any part of its last group.
    var next = max(0, stored - Self.customersAtOnce)
    let (begin, start) = (next, ContinuousClock.now)
    var printed = start
    while next < customers {
      let group = next..<min(next + Self.customersAtOnce, customers)
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        for customer in group {
          tasks.addTask { _ = try await ledger.record(Self.history(of: customer), for: "customer-\(customer)") }
        }
        try await tasks.waitForAll()
      }
      next = group.upperBound
      guard printed.duration(to: .now) > .seconds(20) else { continue }
      printed = .now
      let rate = Double(next - begin) / (start.duration(to: .now) / .seconds(1))
      let minutes = Int((Double(customers - next) / rate / 60).rounded(.up))
      let progress = "\(name): \(next * Self.ordersOfCustomer) of \(size) orders, about \(minutes) minutes left\n"
      FileHandle.standardError.write(Data(progress.utf8))
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

  // MARK: Measuring

  /// The measured calls.
  private enum Call: String, CaseIterable {
    case newOrders, entitlements, evidence
    case recordKnown = "record, known"
    case recordNew = "record, new"
  }

  private func median(_ call: Call, _ ledger: any OwnedLedger, customers: Int) async throws -> Double {
    var generator = SeededGenerator(seed: 7)
    var times: [Double] = []
    for _ in 0..<Self.calls {
      let customer = Int.random(in: 0..<customers, using: &generator)
      let orders = Self.orders(of: customer)
      let new = UUID()
      let start = ContinuousClock.now
      switch call {
      case .newOrders: _ = try await ledger.newOrders(of: orders)
      case .entitlements: _ = try await ledger.entitlements(of: "customer-\(customer)", at: .now)
      case .evidence: _ = try await ledger.evidence(of: orders[0])
      case .recordKnown: _ = try await ledger.record(Self.history(of: customer), for: "customer-\(customer)")
      case .recordNew: _ = try await ledger.record(SignedHistory([InAppPurchase(order: new)]), for: new.uuidString)
      }
      times.append((ContinuousClock.now - start) / .seconds(1))
    }
    return times.sorted()[times.count / 2]
  }
}
