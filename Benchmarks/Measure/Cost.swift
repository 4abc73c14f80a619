import Foundation

/// The cost of an operation that was repeated many times.
struct Cost {
  private var count = 0
  private var seconds = 0.0
  private var core = 0.0

  /// The number of operations in a second of wall-clock time.
  var rate: Double { Double(count) / seconds }
  /// The processor time of one operation in this process, in microseconds of one core. The time includes neither other
  /// processes nor waits for the disk.
  var coreMicroseconds: Double { core / Double(count) * 1e6 }

  /// Measures `work`, which runs the operation `count` times. If `isWarm` is false, the run only warms up and is not
  /// counted.
  @MainActor mutating func measure(_ count: Int, isWarm: Bool, _ work: () async throws -> Void) async rethrows {
    let (start, core) = (ContinuousClock.now, Self.coreSeconds)
    try await work()
    guard isWarm else { return }
    self.count += count
    seconds += (ContinuousClock.now - start).seconds
    self.core += Self.coreSeconds - core
  }

  private static var coreSeconds: Double {
    var usage = rusage()
    #if os(Linux)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
    getrusage(RUSAGE_SELF, &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }
}
