import Foundation

/// Events on their way to the file, which any thread may add without waiting for the disk.
final class EventInbox: @unchecked Sendable {  // everything happens under the lock
  private let lock = NSLock()
  private let limits: EventLimits.Queue
  /// Those before `first` are gone already: moving all others for each would be slow.
  private var events: [OnsideEvent] = []
  private var first = 0
  private var bytes = 0
  private var dropped = 0
  private var isAwaited = false
  private var isClosed = false

  init(limits: EventLimits.Queue) { self.limits = limits }

  /// Adds an event; the oldest give way if there is no room.
  ///
  /// - Returns: whether somebody has to come and take it, since nobody is on the way.
  func add(_ event: OnsideEvent) -> Bool {
    lock.withLock {
      guard !isClosed else {
        dropped += 1
        return false
      }
      events.append(event)
      bytes += event.size
      makeRoom()
      defer { isAwaited = true }
      return !isAwaited
    }
  }

  /// Takes everything, with how many have been dropped.
  func takeAll() -> (events: [OnsideEvent], dropped: Int) {
    lock.withLock {
      defer {
        events = []
        first = 0
        bytes = 0
        dropped = 0
        isAwaited = false
      }
      return (Array(events[first...]), dropped)
    }
  }

  /// Puts events back that could not be written.
  func putBack(_ earlier: [OnsideEvent]) {
    lock.withLock {
      events = earlier + events[first...]
      first = 0
      bytes += earlier.reduce(0) { $0 + $1.size }
      makeRoom()
    }
  }

  /// Takes nothing more.
  func close() { lock.withLock { isClosed = true } }

  private func makeRoom() {
    while events.count - first > limits.kept || bytes > limits.keptBytes, first < events.count {
      bytes -= events[first].size
      first += 1
      dropped += 1
    }
    if first > events.count / 2 {
      events.removeFirst(first)
      first = 0
    }
  }
}

extension OnsideEvent {
  /// About how many bytes it needs.
  fileprivate var size: Int {
    parameters.reduce(100 + name.utf8.count) { $0 + $1.name.utf8.count + $1.value.size }
  }
}

extension OnsideEvent.Value {
  fileprivate var size: Int {
    switch self {
    case .string(let string): 16 + string.utf8.count
    case .number, .bool: 16
    case .array(let values): values.reduce(16) { $0 + $1.size }
    }
  }
}
