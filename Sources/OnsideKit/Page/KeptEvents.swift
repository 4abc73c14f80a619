import Causeway

/// Events for a page, in the order in which they were raised, until a handler takes them.
struct KeptEvents {
  /// How much is kept, in transactions. It is more than a page can have missed that means to listen; without a limit a
  /// page could fill the app with what it does not listen to.
  static let limit = 16_384

  /// An event that waits.
  struct Entry {
    let number: UInt64
    let event: PageEvent
    /// The only document that may be told; nil for any.
    let document: DocumentID?
  }

  private(set) var entries: [Entry] = []
  /// How many events there were.
  private(set) var latest: UInt64 = 0
  private var weight = 0

  /// Keeps an event; gives how many of the oldest had to go for it.
  /// - Parameter document: the only one that may be told; nil for any.
  mutating func append(_ event: PageEvent, for document: DocumentID? = nil) -> Int {
    latest += 1
    entries.append(Entry(number: latest, event: event, document: document))
    weight += event.weight
    guard weight > Self.limit else { return 0 }
    // A good many at once, so that it does not happen with each event; the new one stays, whatever its size.
    var dropped = 0
    while weight > Self.limit / 4 * 3, dropped < entries.count - 1 {
      weight -= entries[dropped].event.weight
      dropped += 1
    }
    entries.removeFirst(dropped)
    return dropped
  }

  /// Those of some callbacks, the oldest first.
  func events(of callbacks: Set<OnsideContract.Callback>) -> [Entry] {
    entries.filter { callbacks.contains($0.event.callback) }
  }

  /// Lets go of events.
  mutating func remove(_ numbers: Set<UInt64>) { remove { numbers.contains($0.number) } }

  /// Lets go of what is about a user: another one is logged in.
  mutating func userDidChange() { remove { $0.event.isAboutUser } }

  /// Lets go of what was for other documents alone.
  mutating func documentDidChange(to document: DocumentID) { remove { $0.document != nil && $0.document != document } }

  private mutating func remove(where isOver: (Entry) -> Bool) {
    entries.removeAll { entry in
      guard isOver(entry) else { return false }
      weight -= entry.event.weight
      return true
    }
  }
}
