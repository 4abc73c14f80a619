import Causeway

/// The events that no handler of a page has taken yet, in the order in which they were raised.
struct KeptEvents {
  /// The maximum weight of the kept events; see ``PageEvent/weight``. A page with handlers takes its events long before
  /// the limit. Without a limit, the events of a page without handlers would fill the app's memory.
  static let limit = 16_384

  /// An event that waits for a handler.
  struct Entry {
    let number: UInt64
    let event: PageEvent
    /// The only document that may get the event; nil for any document.
    let document: DocumentID?
  }

  private(set) var entries: [Entry] = []
  /// The number of events so far, which is also the number of the latest event.
  private(set) var latest: UInt64 = 0
  private var weight = 0

  /// Adds an event. Returns how many of the oldest events were dropped to make room for it.
  /// - Parameter document: the only document that may get the event; nil for any document.
  mutating func append(_ event: PageEvent, for document: DocumentID? = nil) -> Int {
    latest += 1
    entries.append(Entry(number: latest, event: event, document: document))
    weight += event.weight
    guard weight > Self.limit else { return 0 }
    // Drop a quarter of the limit at once, because otherwise each further event would cause another drop. Never drop
    // the new event, even if it alone exceeds the limit.
    var dropped = 0
    while weight > Self.limit / 4 * 3, dropped < entries.count - 1 {
      weight -= entries[dropped].event.weight
      dropped += 1
    }
    entries.removeFirst(dropped)
    return dropped
  }

  /// Returns the events of these callbacks, the oldest first.
  func events(of callbacks: Set<OnsideContract.Callback>) -> [Entry] {
    entries.filter { callbacks.contains($0.event.callback) }
  }

  /// Removes the events with these numbers.
  mutating func remove(_ numbers: Set<UInt64>) { remove { numbers.contains($0.number) } }

  /// Removes the events about the previous user, because another user is logged in now.
  mutating func userDidChange() { remove { $0.event.isAboutUser } }

  /// Removes the events that only other documents may get.
  mutating func documentDidChange(to document: DocumentID) { remove { $0.document != nil && $0.document != document } }

  private mutating func remove(where isOver: (Entry) -> Bool) {
    entries.removeAll { entry in
      guard isOver(entry) else { return false }
      weight -= entry.event.weight
      return true
    }
  }
}
