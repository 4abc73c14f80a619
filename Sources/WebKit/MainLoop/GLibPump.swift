import CWebKitGTK
import Dispatch
import Glibc

/// A pump that runs GLib's main context from the main dispatch queue, for programs whose main thread belongs to
/// Foundation or to XCTest.
///
/// The pump uses a read source on an epoll descriptor that contains every descriptor that GLib waits for, and a timer
/// for GLib's own timeout, so that nothing polls. The main thread owns the context permanently, so that work attached
/// from other threads signals GLib's wake-up descriptor. Work attached from the main thread outside of a turn does not
/// signal that descriptor. Therefore every caller that uses a GTK object calls ``wake()``, which only reads a flag when
/// a turn is due already.
@MainActor
final class GLibPump {
  static let shared = GLibPump()

  private let context = g_main_context_default()
  private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
  private var watched: Set<Int32> = []
  private var descriptors: DispatchSourceRead?
  private var timer: DispatchSourceTimer?
  private var isActive = false
  private var isInTurn = false
  private var isTurnDue = false

  /// The maximum number of dispatches in one turn, after which other work of the main queue can run.
  private let dispatchesPerTurn = 64

  private init() {}

  /// Starts pumping. Does nothing if the pump is active.
  func start() {
    guard !isActive else { return }
    isActive = g_main_context_acquire(context) != 0
    guard isActive else { return }
    if descriptors == nil { makeSources() }
    wake()
  }

  /// Stops pumping, for a GLib main loop that takes over.
  func stop() {
    guard isActive else { return }
    isActive = false
    g_main_context_release(context)
  }

  /// Lets GLib check its sources soon. Call this method after using a GTK object outside of GLib's own callbacks.
  func wake() {
    guard isActive, !isInTurn, !isTurnDue else { return }
    isTurnDue = true
    DispatchQueue.main.async { self.turn() }
  }

  private func makeSources() {
    let descriptors = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: .main)
    descriptors.setEventHandler { MainActor.assumeIsolated { self.turn() } }
    descriptors.activate()
    self.descriptors = descriptors

    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { MainActor.assumeIsolated { self.turn() } }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
    self.timer = timer
  }

  private func turn() {
    isTurnDue = false
    // Do nothing within a turn, because a nested run loop in a GLib callback, such as that of a modal panel, iterates
    // the context itself.
    guard isActive, !isInTurn else { return }
    isInTurn = true
    var dispatches = 0
    while dispatches < dispatchesPerTurn, isActive, g_main_context_iteration(context, 0) != 0 { dispatches += 1 }
    let timeout = isActive ? watchDescriptors() : -1
    isInTurn = false
    schedule(timeout: dispatches == dispatchesPerTurn ? 0 : timeout)
  }

  /// Queries the descriptors that GLib waits for, and makes epoll watch them.
  ///
  /// - Returns: the time until GLib needs a turn, in milliseconds; 0 for at once, -1 for never.
  private func watchDescriptors() -> Int32 {
    var priority: Int32 = 0
    let isReady = g_main_context_prepare(context, &priority) != 0
    var timeout: Int32 = -1
    var descriptors = [GPollFD](repeating: GPollFD(), count: max(8, watched.count + 4))
    var count = g_main_context_query(context, priority, &timeout, &descriptors, Int32(descriptors.count))
    if count > descriptors.count {
      descriptors = [GPollFD](repeating: GPollFD(), count: Int(count))
      count = g_main_context_query(context, priority, &timeout, &descriptors, count)
    }
    var wanted: [Int32: UInt32] = [:]
    for descriptor in descriptors.prefix(Int(count)) {
      wanted[descriptor.fd, default: 0] |= UInt32(descriptor.events)
    }
    watch(wanted)
    return isReady ? 0 : timeout
  }

  /// Makes epoll watch the given descriptors. Poll's event bits and epoll's are the same numbers on Linux.
  ///
  /// Sets each descriptor again, even if GLib waited for it before, because a descriptor that was closed has left
  /// epoll's set, and its number may now belong to another file.
  private func watch(_ wanted: [Int32: UInt32]) {
    for descriptor in watched where wanted[descriptor] == nil {
      epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
    }
    for (descriptor, events) in wanted {
      var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
      if epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) != 0 {
        epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
      }
    }
    watched = Set(wanted.keys)
  }

  private func schedule(timeout: Int32) {
    switch timeout {
    case 0: wake()
    case 1...: timer?.schedule(deadline: .now() + .milliseconds(Int(timeout)), leeway: .nanoseconds(0))
    default: timer?.schedule(deadline: .distantFuture)
    }
  }
}
