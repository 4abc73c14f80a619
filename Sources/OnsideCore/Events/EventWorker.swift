import CausewayDatabase
import Foundation

/// The actor that writes events to the file and sends them from there.
actor EventWorker {
  private let file: URL
  private let inbox: EventInbox
  private let sink: any OnsideEventSink
  private let clock: any Clock<Duration>
  private let limits: EventLimits.Queue
  private let log: @Sendable (String) -> Void

  private var store: EventStore?
  /// The task that waits before the next attempt to open the file; nil while the file works.
  private var retry: Task<Void, Never>?
  private var retryDelay: Duration
  /// The task that sends events, while the file contains any.
  private var sender: Task<Void, Never>?
  /// The task that waits before the sender's next attempt; nil while the sender does not wait.
  private var pause: Task<Void, any Error>?
  private var flushes: [CheckedContinuation<Void, Never>] = []
  private var dropped = 0
  private var isStopped = false

  init(
    file: URL, inbox: EventInbox, sink: any OnsideEventSink, clock: any Clock<Duration>, limits: EventLimits.Queue,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.file = file
    self.inbox = inbox
    self.sink = sink
    self.clock = clock
    self.limits = limits
    self.log = log
    retryDelay = limits.firstDelay
  }

  /// Writes the events in the inbox to the file, and starts sending.
  func wake() {
    // While the file cannot be used, the events stay in the inbox until the next attempt.
    guard !isStopped, retry == nil else { return }
    write()
    startSending()
  }

  func flush() async {
    guard !isStopped else { return }
    write()
    startSending()
    guard sender != nil else { return }
    pause?.cancel()
    await withCheckedContinuation { flushes.append($0) }
  }

  func shutdown() async {
    if !isStopped {
      write()
      isStopped = true
      retry?.cancel()
      pause?.cancel()
      sender?.cancel()
    }
    await sender?.value
    store?.close()
    store = nil
    let (unwritten, droppedBefore) = inbox.takeAll()
    countDropped(droppedBefore + unwritten.count)
    logDropped()
  }

  // MARK: Writing

  private func write() {
    do throws(DatabaseError) {
      let store = try openStore()
      let (events, droppedBefore) = inbox.takeAll()
      countDropped(droppedBefore)
      do throws(DatabaseError) {
        countDropped(try store.add(events, limits: limits))
      } catch {
        inbox.putBack(events)
        throw error
      }
      retry?.cancel()
      retry = nil
      retryDelay = limits.firstDelay
    } catch {
      fail(error)
    }
  }

  private func openStore() throws(DatabaseError) -> EventStore {
    if let store { return store }
    let opened: EventStore
    do {
      opened = try EventStore(file: file)
    } catch .damaged(let path, let reason, let movedTo?) {
      log("trackEvent: \(DatabaseError.damaged(path: path, reason: reason, movedTo: movedTo))")
      opened = try EventStore(file: file)
    }
    store = opened
    return opened
  }

  /// Closes the file, and opens it again later, because opening the file detects and repairs most errors.
  private func fail(_ error: DatabaseError) {
    log("trackEvent: \(error)")
    store?.close()
    store = nil
    guard retry == nil, !isStopped else { return }
    let delay = retryDelay
    retryDelay = min(retryDelay * 2, limits.longestDelay)
    retry = Task { [clock] in
      do {
        try await clock.sleep(for: delay)
      } catch {
        return  // the file works again, or the worker has stopped
      }
      retry = nil
      wake()
    }
  }

  // MARK: Sending

  private func startSending() {
    guard sender == nil, store != nil, !isStopped else { return }
    sender = Task { await send() }
  }

  private func send() async {
    var delay = limits.firstDelay
    while !isStopped, let (store, batch, last) = nextBatch() {
      do {
        try await sink.send(batch)
      } catch {
        // Log only the error's type, because its text may contain data of the events.
        let failed = batch.count == 1 ? "1 event" : "\(batch.count) events"
        log("trackEvent: the sink did not accept \(failed) (\(type(of: error))); a later attempt follows")
        endFlushes()
        await wait(delay)
        delay = min(delay * 2, limits.longestDelay)
        continue
      }
      delay = limits.firstDelay
      remove(through: last, from: store)
    }
    sender = nil
    if !isStopped, store != nil { logDropped() }
    endFlushes()
  }

  /// Returns the oldest events, the number of the last one, and their store; nil if there is nothing to send.
  private func nextBatch() -> (EventStore, [OnsideEvent], Int64)? {
    while let store {
      do {
        let batch = try store.oldest(limits.batch)
        guard let last = batch.last else { return nil }
        if batch.unreadable > 0 { log("trackEvent: damaged events were dropped: \(batch.unreadable)") }
        if !batch.events.isEmpty { return (store, batch.events, last) }
        try store.remove(through: last)
      } catch {
        fail(error)
      }
    }
    return nil
  }

  private func remove(through number: Int64, from sent: EventStore) {
    // A store that was opened in the meantime may be a new file, with other events under these numbers.
    guard sent === store else { return }
    do {
      try sent.remove(through: number)
    } catch {
      fail(error)
    }
  }

  private func wait(_ delay: Duration) async {
    guard !isStopped else { return }
    let pause = Task { [clock] in try await clock.sleep(for: delay) }
    self.pause = pause
    _ = await pause.result  // `flush` and `shutdown` cancel this task, to end the delay
    self.pause = nil
  }

  private func endFlushes() {
    for flush in flushes { flush.resume() }
    flushes = []
  }

  // MARK: Dropped events

  private func countDropped(_ count: Int) {
    guard count > 0 else { return }
    if dropped == 0 { log("trackEvent: events are dropped, because too many are waiting or the file cannot be used") }
    dropped += count
  }

  private func logDropped() {
    guard dropped > 0 else { return }
    let events = dropped == 1 ? "1 event was" : "\(dropped) events were"
    log("trackEvent: \(events) dropped, because too many were waiting or the file could not be used")
    dropped = 0
  }
}
