import Foundation

/// The processor time that this thread has used. Unlike the time of a clock, it does not include the work of other
/// threads and processes, so a test that measures the cost of a function also passes on a busy machine.
public var processorTime: Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
