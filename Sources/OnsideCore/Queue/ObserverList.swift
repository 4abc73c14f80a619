/// The observers of a queue, weakly, in the order in which they were added.
@MainActor struct ObserverList {
  private struct Entry {
    weak var observer: (any OnsidePaymentTransactionObserver)?
    /// Whether it was told what was there when it came: only then it is told what changes.
    var isWelcomed = false
  }

  private var entries: [Entry] = []

  /// Those that are still there.
  var all: [any OnsidePaymentTransactionObserver] { entries.compactMap(\.observer) }

  /// Whether nobody is there.
  var isEmpty: Bool { entries.allSatisfy { $0.observer == nil } }

  /// Adds one; of no effect if it is there.
  mutating func add(_ observer: any OnsidePaymentTransactionObserver) {
    entries.removeAll { $0.observer == nil }
    guard !entries.contains(where: { $0.observer === observer }) else { return }
    entries.append(Entry(observer: observer))
  }

  mutating func remove(_ observer: any OnsidePaymentTransactionObserver) {
    entries.removeAll { $0.observer == nil || $0.observer === observer }
  }

  /// Those that were not told yet what is there. From now on they were.
  mutating func welcome() -> [any OnsidePaymentTransactionObserver] {
    var new: [any OnsidePaymentTransactionObserver] = []
    for place in entries.indices where !entries[place].isWelcomed {
      entries[place].isWelcomed = true
      if let observer = entries[place].observer { new.append(observer) }
    }
    return new
  }

  /// Those that know what is there.
  var welcomed: [any OnsidePaymentTransactionObserver] { entries.filter(\.isWelcomed).compactMap(\.observer) }

  /// Whether one is there, and knows what is.
  func isWelcomed(_ observer: any OnsidePaymentTransactionObserver) -> Bool {
    entries.contains { $0.isWelcomed && $0.observer === observer }
  }
}
