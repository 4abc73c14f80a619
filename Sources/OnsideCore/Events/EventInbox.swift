import Foundation

/// The events that wait to be written to the file. Any thread can add an event without waiting for the disk.
final class EventInbox: @unchecked Sendable {  // the lock guards all variables
  private let lock = NSLock()
  private let limits: EventLimits.Queue
  /// The events. Those before the index `first` count as removed, because moving all later events at each removal would
  /// be slow.
  private var events: [OnsideEvent] = []
  private var first = 0
  private var bytes = 0
  private var dropped = 0
  private var isAwaited = false
  private var isClosed = false

  init(limits: EventLimits.Queue) { self.limits = limits }

  /// Adds an event, and drops the oldest ones if there is no room.
  ///
  /// - Returns: whether the caller must wake the worker; false if an earlier call has done so, or the inbox is
  ///   closed.
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

  /// Removes and returns all events, with the number of events dropped since the last call.
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

  /// Puts back events that could not be written, in front of the others.
  func putBack(_ earlier: [OnsideEvent]) {
    lock.withLock {
      events = earlier + events[first...]
      first = 0
      bytes += earlier.reduce(0) { $0 + $1.size }
      makeRoom()
    }
  }

  /// Closes the inbox: later events are dropped.
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
  /// The approximate size in memory, in bytes.
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
