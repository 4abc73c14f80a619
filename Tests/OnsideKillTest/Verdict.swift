import Foundation
import OnsideCore
import OnsideTesting

/// The comparison of the journal, the queue after the last launch, and the orders of the shop.
struct Verdict {
  private(set) var problems: [String] = []
  /// The number of transactions that were removed from the queue.
  private(set) var removed = 0
  private(set) var launches = 0

  /// Checks a journal.
  ///
  /// - Parameters:
  ///   - last: the queue's transactions after the last launch.
  ///   - orders: the orders that the shop charged.
  init(_ journal: [JournalEntry], last: [OnsidePaymentTransaction], orders: [LocalOrder]) {
    checkLaunches(journal)
    checkOrders(orders, journal: journal, last: last)
  }

  /// Checks that each launch delivers every unfinished transaction, and that no removed transaction is delivered again.
  private mutating func checkLaunches(_ journal: [JournalEntry]) {
    var unfinished: [UUID: JournalEntry.Delivery] = [:]
    var removed: Set<UUID> = []
    for entry in journal {
      switch entry {
      case .launched: launches += 1
      case .notified(let deliveries):
        let delivered = Set(deliveries.map(\.id))
        for id in unfinished.keys where !delivered.contains(id) {
          problems.append("launch \(launches): \(id) is not finished, and was not delivered")
        }
        take(deliveries, &unfinished, removed)
      case .delivered(let deliveries): take(deliveries, &unfinished, removed)
      case .finishing(let id): unfinished[id] = nil
      case .removed(let ids):
        for id in ids {
          unfinished[id] = nil
          removed.insert(id)
        }
      case .bought: break
      }
    }
    self.removed = removed.count
  }

  private mutating func take(
    _ deliveries: [JournalEntry.Delivery], _ unfinished: inout [UUID: JournalEntry.Delivery], _ removed: Set<UUID>
  ) {
    for delivery in deliveries {
      if removed.contains(delivery.id) {
        problems.append("launch \(launches): \(delivery.id) was finished, and was delivered again")
      }
      if let before = unfinished[delivery.id], before.state != "purchasing",
        before.state != delivery.state || before.order != delivery.order
      {
        problems.append("launch \(launches): \(delivery.id) was \(before), and is \(delivery)")
      }
      unfinished[delivery.id] = delivery
    }
  }

  /// Checks that each paid order was delivered, and that no payment was charged twice.
  private mutating func checkOrders(
    _ orders: [LocalOrder], journal: [JournalEntry], last: [OnsidePaymentTransaction]
  ) {
    var delivered: Set<String> = Set(last.compactMap(\.transactionIdentifier))
    var told: Set<String> = Set(last.compactMap(\.payment.appAccountToken))
    var accepted = told
    for entry in journal {
      switch entry {
      case .notified(let deliveries), .delivered(let deliveries):
        delivered.formUnion(deliveries.compactMap(\.order))
        told.formUnion(deliveries.compactMap(\.token))
      case .bought(let token): accepted.insert(token)
      case .launched, .finishing, .removed: break
      }
    }
    accepted.formUnion(told)
    for order in orders where !delivered.contains(order.order.id) {
      problems.append("order \(order.order.id) is paid, but no transaction with it was delivered")
    }
    let byPayment = Dictionary(grouping: orders, by: \.order.appAccountToken)
    for (token, orders) in byPayment where orders.count > 1 {
      problems.append("the payment \(token ?? "without a token") was charged \(orders.count) times")
    }
    for token in byPayment.keys where token.map({ !accepted.contains($0) }) ?? true {
      problems.append("the payment \(token ?? "without a token") was charged without a request")
    }
    let keys = orders.flatMap(\.keys)
    if Set(keys).count != keys.count { problems.append("two orders have the same idempotency key") }
    for payment in accepted.subtracting(told) {
      problems.append("the payment \(payment) was accepted by the queue, but was never delivered")
    }
  }
}
