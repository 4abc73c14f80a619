import Foundation

/// The sockets and timers that a ``ServerLoop`` waits for, and their closures.
struct WaitingSources {
  private var lastID = 0
  private var bodies: [Int: () -> Void] = [:]
  private var timers: [Int: ContinuousClock.Instant] = [:]
  /// The sockets, with the id of each at the same index. The first element is for the pipe that wakes the thread.
  private var polled = [pollfd()]
  private var ids = [0]
  /// The indices in ``polled``, by id.
  private var indices: [Int: Int] = [:]

  mutating func addTimer(at time: ContinuousClock.Instant, _ body: @escaping () -> Void) -> Int {
    lastID += 1
    bodies[lastID] = body
    timers[lastID] = time
    return lastID
  }

  mutating func addSocket(
    _ descriptor: Int32, _ condition: LoopSource.Condition, _ body: @escaping () -> Void
  ) -> Int {
    lastID += 1
    bodies[lastID] = body
    indices[lastID] = polled.count
    polled.append(pollfd(fd: descriptor, events: condition.rawValue, revents: 0))
    ids.append(lastID)
    return lastID
  }

  mutating func remove(_ id: Int) {
    bodies[id] = nil
    timers[id] = nil
    guard let index = indices.removeValue(forKey: id) else { return }
    let (last, lastID) = (polled.removeLast(), ids.removeLast())
    guard index < polled.count else { return }
    polled[index] = last
    ids[index] = lastID
    indices[lastID] = index
  }

  /// Returns the closure of a source; nil if the source was removed.
  func body(of id: Int) -> (() -> Void)? { bodies[id] }

  /// Waits until a socket is ready, a timer is due, or the pipe can be read.
  /// - Parameter limit: the longest wait; nil for none.
  /// - Returns: the ids of the sockets that are ready, and whether the pipe can be read.
  mutating func wait(_ pipe: Int32, atMost limit: Duration?) -> (ids: [Int], isWoken: Bool) {
    polled[0] = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    let untilTimer = timers.values.min().map { ContinuousClock.now.duration(to: $0) }
    let time = [limit, untilTimer].compactMap(\.self).min()
    // Round up, because a wait that ends before the timer is due would be repeated at once.
    let milliseconds = time.map { Int32(clamping: Int(max(0, ($0 / .milliseconds(1)).rounded(.up)))) } ?? -1
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return ([], false) }
    var ready: [Int] = []
    for index in polled.indices.dropFirst() where polled[index].revents != 0 { ready.append(ids[index]) }
    return (ready, polled[0].revents != 0)
  }

  /// Takes the timers that are due, the earliest first.
  mutating func due(at now: ContinuousClock.Instant) -> [Int] {
    guard timers.contains(where: { $0.value <= now }) else { return [] }
    let due = timers.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    for id in due { timers[id] = nil }
    return due
  }
}
