import CGIO
import Foundation

/// A thread with a GLib main context of its own, as an actor's executor.
///
/// It has nothing to do with the process's main context, so that it works beside GTK's main loop, and without any.
final class ServerLoop: SerialExecutor, @unchecked Sendable {  // what changes is under the lock
  /// GLib lets any thread attach to a context and wake it up, as long as there is one.
  let context: OpaquePointer = g_main_context_new()
  private let lock = NSLock()
  private var jobs: [UnownedJob] = []
  private var requests: [@Sendable () -> Void] = []
  private var isOver = false
  private var isClosed = false

  deinit { close() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock {
      precondition(!isClosed, "the server's thread has ended")
      jobs.append(job)
      g_main_context_wakeup(context)
    }
  }

  /// Calls something on the thread; if that has ended, never.
  func request(_ body: @escaping @Sendable () -> Void) {
    lock.withLock {
      guard !isClosed else { return }
      requests.append(body)
      g_main_context_wakeup(context)
    }
  }

  func checkIsolated() {
    precondition(g_main_context_is_owner(context) != 0, "this is not the server's thread")
  }

  /// Works until ``end()``, on the thread that calls it.
  func run(begin: () -> Void, end: () -> Void) {
    g_main_context_acquire(context)
    g_main_context_push_thread_default(context)
    begin()
    while !lock.withLock({ isOver }) {
      work()
      if !lock.withLock({ isOver }) { g_main_context_iteration(context, 1) }
    }
    end()
    g_main_context_pop_thread_default(context)
    g_main_context_release(context)
    close()
  }

  /// Lets ``run(begin:end:)`` return.
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

  private func close() {
    lock.withLock {
      if !isClosed { g_main_context_unref(context) }
      isClosed = true
    }
  }
}
