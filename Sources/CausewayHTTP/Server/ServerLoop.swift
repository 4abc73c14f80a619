import CGIO
import Foundation

/// The executor of an actor on a thread with its own GLib main context.
///
/// It is independent of the process's main context, so that it works both with and without GTK's main loop.
final class ServerLoop: SerialExecutor, @unchecked Sendable {  // the lock protects the mutable state
  /// The thread's context. GLib allows every thread to attach sources to it and to wake it up while it exists.
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
      precondition(!isClosed, "A task used the server after its thread had ended; end all tasks first.")
      jobs.append(job)
      g_main_context_wakeup(context)
    }
  }

  /// Calls `body` on the thread; does nothing if the thread has ended.
  func request(_ body: @escaping @Sendable () -> Void) {
    lock.withLock {
      guard !isClosed else { return }
      requests.append(body)
      g_main_context_wakeup(context)
    }
  }

  func checkIsolated() {
    precondition(g_main_context_is_owner(context) != 0, "Call the server's code only on the server's thread.")
  }

  /// Runs the loop on the calling thread until ``end()``.
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

  private func close() {
    lock.withLock {
      if !isClosed { g_main_context_unref(context) }
      isClosed = true
    }
  }
}
