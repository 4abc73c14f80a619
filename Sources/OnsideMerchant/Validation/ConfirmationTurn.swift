import Foundation

/// The priorities of orders in requests to the Merchant API, for histories with more orders than one call can request.
///
/// The actor remembers when each order of such a history was last requested, and forgets the oldest half of the orders
/// when it remembers too many. It sorts the orders that it does not remember randomly. Each order is therefore
/// requested sooner or later, even after a restart, with several servers, or after the actor has forgotten the order.
actor ConfirmationTurn {
  private let capacity: Int
  /// The number of the last request about each order; a later request has a larger number.
  private var times: [UUID: Int] = [:]
  private var time = 0

  /// - Parameter capacity: The maximum number of remembered orders.
  init(capacity: Int = 20_000) {
    self.capacity = capacity
  }

  /// Sorts orders: first the orders without an earlier request, the `new` ones before the others, and then the orders
  /// with an earlier request, from the oldest request to the newest.
  ///
  /// - Parameters:
  ///   - new: The orders that are not in the ledger yet.
  ///   - limit: The maximum number of orders that one call can request.
  func sorted(_ orders: [UUID], new: Set<UUID>, limit: Int) -> [UUID] {
    let orders = orders.count > limit ? orders.shuffled() : orders
    let places = orders.enumerated().map { place, order in
      (order: order, rank: [times[order] ?? 0, new.contains(order) ? 0 : 1, place])
    }
    return places.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.order)
  }

  /// Records a request to the Merchant API for each of these orders.
  func note(_ orders: [UUID]) {
    for order in orders {
      time += 1
      times[order] = time
    }
    guard times.count > capacity else { return }
    // Forget half of the orders at once, because finding the oldest ones in every call would be slow.
    let oldest = times.values.sorted()[times.count / 2]
    times = times.filter { $0.value > oldest }
  }
}
