/// A queue's observers, held weakly, in the order in which they were added.
@MainActor struct ObserverList {
  private struct Entry {
    weak var observer: (any OnsidePaymentTransactionObserver)?
    /// Whether the observer has received the current transactions. An observer receives changes only after that.
    var isNotified = false
  }

  private var entries: [Entry] = []

  /// The observers that still exist.
  var all: [any OnsidePaymentTransactionObserver] { entries.compactMap(\.observer) }

  /// Whether the list contains no observer that still exists.
  var isEmpty: Bool { entries.allSatisfy { $0.observer == nil } }

  /// Adds an observer. Has no effect if the list contains it already.
  mutating func add(_ observer: any OnsidePaymentTransactionObserver) {
    entries.removeAll { $0.observer == nil }
    guard !entries.contains(where: { $0.observer === observer }) else { return }
    entries.append(Entry(observer: observer))
  }

  mutating func remove(_ observer: any OnsidePaymentTransactionObserver) {
    entries.removeAll { $0.observer == nil || $0.observer === observer }
  }

  /// Returns the observers that have not received the current transactions, and marks them as having received them,
  /// because the caller sends the transactions next.
  mutating func takeNew() -> [any OnsidePaymentTransactionObserver] {
    var new: [any OnsidePaymentTransactionObserver] = []
    for index in entries.indices where !entries[index].isNotified {
      entries[index].isNotified = true
      if let observer = entries[index].observer { new.append(observer) }
    }
    return new
  }

  /// The observers that have received the current transactions.
  var notified: [any OnsidePaymentTransactionObserver] { entries.filter(\.isNotified).compactMap(\.observer) }

  /// Returns whether the list still contains `observer`, and that observer has received the current transactions.
  func isNotified(_ observer: any OnsidePaymentTransactionObserver) -> Bool {
    entries.contains { $0.isNotified && $0.observer === observer }
  }
}
