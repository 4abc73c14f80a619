import Foundation

/// Whose turn it is to be confirmed, where one call does not get to all orders of a history.
///
/// It remembers when it asked about orders, of such histories only, and forgets the longest ago when it has too many.
/// Where one call does not get to all in any case, those of which it does not know come in an order by chance, so each
/// has its turn sooner or later: after a restart, with several servers, and whatever was forgotten.
actor ConfirmationTurn {
  private let capacity: Int
  /// A number that grows with each question, by order.
  private var times: [UUID: Int] = [:]
  private var time = 0

  /// - Parameter capacity: How many orders are remembered.
  init(capacity: Int = 20_000) {
    self.capacity = capacity
  }

  /// The orders as they are to be asked about: the ones that were not, before all the new ones; then the longest ago.
  ///
  /// - Parameters:
  ///   - new: Those of which the ledger knows nothing yet.
  ///   - limit: How many of them the call gets to at most.
  func sorted(_ orders: [UUID], new: Set<UUID>, limit: Int) -> [UUID] {
    let orders = orders.count > limit ? orders.shuffled() : orders
    let places = orders.enumerated().map { place, order in
      (order: order, rank: [times[order] ?? 0, new.contains(order) ? 0 : 1, place])
    }
    return places.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.order)
  }

  /// These were asked about now.
  func note(_ orders: [UUID]) {
    for order in orders {
      time += 1
      times[order] = time
    }
    guard times.count > capacity else { return }
    // Half at once, so that not every call has to look for the oldest.
    let oldest = times.values.sorted()[times.count / 2]
    times = times.filter { $0.value > oldest }
  }
}
