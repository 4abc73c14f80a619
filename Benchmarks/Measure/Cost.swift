import Foundation

/// What doing something many times took.
struct Cost {
  private var count = 0
  private var seconds = 0.0
  private var core = 0.0

  /// How many in a second, by the clock.
  var rate: Double { Double(count) / seconds }
  /// What one took of a core, in microseconds: of this process's time, not of other processes', nor of the disk's.
  var coreMicroseconds: Double { core / Double(count) * 1e6 }

  /// Does something so many times, and counts it if nothing has to warm up.
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
