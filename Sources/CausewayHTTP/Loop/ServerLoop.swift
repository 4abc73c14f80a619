import Foundation

/// The executor of an actor on a thread of its own, which also waits for sockets and timers.
///
/// It waits with `poll`, which Linux and Apple's systems both have. The loop is ours, because a loop of GLib does not exist on
/// Apple's systems, and a source of Dispatch may be called once more after it was cancelled.
final class ServerLoop: SerialExecutor, @unchecked Sendable {  // the lock protects the mutable state
  private let lock = NSLock()
  private var jobs: [UnownedJob] = []
  private var requests: [@Sendable () -> Void] = []
  private var isOver = false
  private var isClosed = false
  /// The thread that runs the loop; nil before it has begun.
  private var thread: pthread_t?
  /// Whether a byte in the pipe wakes the thread.
  private var isWoken = false
  /// A pipe whose input wakes the thread.
  private let wakening: (read: Int32, write: Int32)
  /// The sockets and timers, which only the thread uses.
  private var waiting = WaitingSources()

  /// - Throws: ``HTTPServerError/cannotStart(reason:)`` if the process has too many open files.
  init() throws(HTTPServerError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .cannotStart(reason: String(cString: strerror(errno))) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakening = (ends[0], ends[1])
  }

  deinit {
    if !isClosed { closePipe() }
  }

  private func closePipe() {
    close(wakening.read)
    close(wakening.write)
  }

  // MARK: Other threads

  #if canImport(Darwin)
  // macOS 13 and iOS 16 know neither `ExecutorJob` nor a default of `asUnownedSerialExecutor`.
  func enqueue(_ job: UnownedJob) { add(job) }
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  #else
  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }
  #endif

  private func add(_ job: UnownedJob) {
    lock.withLock {
      precondition(!isClosed, "A task used the server after its thread had ended; end all tasks first.")
      jobs.append(job)
      wake()
    }
  }

  /// Calls `body` on the thread; does nothing if the thread has ended.
  func request(_ body: @escaping @Sendable () -> Void) {
    lock.withLock {
      guard !isClosed else { return }
      requests.append(body)
      wake()
    }
  }

  /// Wakes the thread. The caller holds the lock.
  private func wake() {
    // The thread itself looks for work before it waits.
    guard !isWoken, !isCurrent else { return }
    isWoken = true
    var byte: UInt8 = 0
    _ = write(wakening.write, &byte, 1)
  }

  /// Whether the calling thread runs the loop. The caller holds the lock, or is the thread.
  private var isCurrent: Bool { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

  func checkIsolated() {
    precondition(lock.withLock { isCurrent }, "Call the server's code only on the server's thread.")
  }

  // MARK: The thread

  /// Runs the loop on the calling thread until ``end()``.
  func run(begin: () -> Void, end: () -> Void) {
    lock.withLock { thread = pthread_self() }
    begin()
    while true {
      work()
      let (isOver, hasWork) = lock.withLock { (self.isOver, !jobs.isEmpty || !requests.isEmpty) }
      if isOver { break }
      wait(hasWork: hasWork)
    }
    end()
    // Close the pipe here, because a caller that keeps this object would otherwise keep its descriptors too.
    lock.withLock {
      isClosed = true
      closePipe()
    }
  }

  /// Makes ``run(begin:end:)`` return.
  func end() { lock.withLock { isOver = true } }

  private func work() {
    let (jobs, requests) = lock.withLock {
      defer {
        self.jobs = []
        self.requests = []
      }
      return (self.jobs, self.requests)
    }
    for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    for request in requests { request() }
  }

  /// Waits for sockets, timers and other threads, and calls the closures of what has happened.
  private func wait(hasWork: Bool) {
    let ready = waiting.wait(wakening.read, atMost: hasWork ? .zero : nil)
    if ready.isWoken {
      var bytes: (UInt64, UInt64) = (0, 0)
      lock.withLock {
        _ = read(wakening.read, &bytes, MemoryLayout.size(ofValue: bytes))
        isWoken = false
      }
    }
    // A closure may remove the sources of the closures after it, so each is looked up when its turn comes.
    for id in ready.ids { waiting.body(of: id)?() }
    for id in waiting.due(at: .now) { waiting.body(of: id)?() }
  }

  // MARK: Sources, on the thread

  func addTimer(at time: ContinuousClock.Instant, _ body: @escaping () -> Void) -> Int {
    waiting.addTimer(at: time, body)
  }

  func addSocket(_ descriptor: Int32, _ condition: LoopSource.Condition, _ body: @escaping () -> Void) -> Int {
    waiting.addSocket(descriptor, condition, body)
  }

  func remove(_ id: Int) { waiting.remove(id) }
}
