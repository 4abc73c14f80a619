import CWebKitGTK
import Dispatch
import Glibc

/// Runs GLib's main context from the main dispatch queue, for programs whose main thread belongs to Dispatch: test
/// bundles, and everything that ends in `RunLoop.main.run()`.
///
/// GLib's descriptors and its next timeout are gathered in one epoll descriptor, which is a dispatch source.
@MainActor final class GLibPump {
  static let shared = GLibPump()

  private let context = g_main_context_default()
  private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
  private let timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
  private var watched: Set<Int32> = []
  private var source: (any DispatchSourceRead)?
  private var isIterationScheduled = false

  /// Starts pumping; nothing happens if it runs already, or while ``GLibMainLoop`` runs.
  func start() {
    guard source == nil, !GLibMainLoop.isRunning else { return }
    watch(timer, EPOLLIN.rawValue)
    let source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: .main)
    source.setEventHandler { [unowned self] in
      MainActor.assumeIsolated { iterate() }
    }
    source.resume()
    self.source = source
    iterate()
  }

  /// Leaves the main context to somebody else.
  func stop() {
    source?.cancel()
    source = nil
  }

  private func iterate() {
    guard source != nil else { return }
    var expirations: UInt64 = 0
    _ = read(timer, &expirations, MemoryLayout<UInt64>.size)
    while g_main_context_iteration(context, 0) != 0 {}
    rearm()
  }

  /// Asks GLib what it waits for.
  private func rearm() {
    // The context is not kept: only while nobody owns it do sources that are added wake its descriptor.
    guard g_main_context_acquire(context) != 0 else { return }
    defer { g_main_context_release(context) }
    var priority: gint = 0
    g_main_context_prepare(context, &priority)
    var descriptors = [GPollFD](repeating: GPollFD(), count: 16)
    var timeout: gint = -1
    var count = g_main_context_query(context, priority, &timeout, &descriptors, gint(descriptors.count))
    if Int(count) > descriptors.count {
      descriptors = [GPollFD](repeating: GPollFD(), count: Int(count))
      count = g_main_context_query(context, priority, &timeout, &descriptors, gint(descriptors.count))
    }

    var wanted: [Int32: UInt32] = [timer: EPOLLIN.rawValue]
    for descriptor in descriptors.prefix(Int(count)) {
      // The flags of poll and epoll have the same values.
      wanted[descriptor.fd, default: 0] |= UInt32(descriptor.events)
    }
    for descriptor in watched where wanted[descriptor] == nil {
      epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
      watched.remove(descriptor)
    }
    for (descriptor, events) in wanted { watch(descriptor, events) }

    if timeout == 0 {
      scheduleIteration()
    } else {
      arm(milliseconds: timeout)
    }
  }

  private func scheduleIteration() {
    guard !isIterationScheduled else { return }
    isIterationScheduled = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.isIterationScheduled = false
        self.iterate()
      }
    }
  }

  /// Told anew each time: a descriptor that was closed and opened again under the same number is no longer watched,
  /// and nothing says so.
  private func watch(_ descriptor: Int32, _ events: UInt32) {
    var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
    if epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) != 0 {
      epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    }
    watched.insert(descriptor)
  }

  private func arm(milliseconds: gint) {
    var time = itimerspec()
    if milliseconds > 0 {
      time.it_value = timespec(tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
    }
    timerfd_settime(timer, 0, &time, nil)
  }
}
