import Foundation

/// The priority of purchase orders in requests to the Merchant API, for histories with more orders than one call can
/// get to.
///
/// The actor remembers when it asked about the orders of such histories. It forgets the oldest half when it remembers
/// too many. In such a history, orders that the actor does not remember come in random order. Each order therefore gets
/// its turn sooner or later, even after a restart, with several servers, or after the actor has forgotten the order.
actor ConfirmationTurn {
  private let capacity: Int
  /// The number of the last request about each order; a later request has a larger number.
  private var times: [UUID: Int] = [:]
  private var time = 0

  /// - Parameter capacity: The maximum number of remembered orders.
  init(capacity: Int = 20_000) {
    self.capacity = capacity
  }

  /// Sorts orders: first the orders without an earlier request, with `new` ones at the head, then the others from the
  /// oldest request to the newest.
  ///
  /// - Parameters:
  ///   - new: The orders that the ledger does not know yet.
  ///   - limit: The maximum number of orders that the call gets to.
  func sorted(_ orders: [UUID], new: Set<UUID>, limit: Int) -> [UUID] {
    let orders = orders.count > limit ? orders.shuffled() : orders
    let places = orders.enumerated().map { place, order in
      (order: order, rank: [times[order] ?? 0, new.contains(order) ? 0 : 1, place])
    }
    return places.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.order)
  }

  /// Records that the Merchant API was asked about these orders now.
  func note(_ orders: [UUID]) {
    for order in orders {
      time += 1
      times[order] = time
    }
    guard times.count > capacity else { return }
    // Forget half of them at once, so that not every call has to search for the oldest.
    let oldest = times.values.sorted()[times.count / 2]
    times = times.filter { $0.value > oldest }
  }
}
