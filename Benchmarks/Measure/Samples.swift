/// Measured durations of one operation, in microseconds.
struct Samples {
  private var values: [Double] = []

  var count: Int { values.count }

  mutating func add(_ duration: Duration) { values.append(duration.microseconds) }

  /// Returns a quantile: the value below which `share` of the samples lie. `share` is from 0 to 1.
  func quantile(_ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
  }

  /// The median: half of the samples are smaller.
  var median: Double { quantile(0.5) }
  /// The 99th percentile: one sample in a hundred is larger.
  var p99: Double { quantile(0.99) }
  /// The sum of all samples.
  var total: Double { values.reduce(0, +) }
}

extension Duration {
  /// The duration in microseconds.
  var microseconds: Double {
    Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
  }

  /// The duration in seconds.
  var seconds: Double { microseconds / 1e6 }
}

/// Returns the duration of `work`.
@MainActor func duration(of work: () async throws -> Void) async rethrows -> Duration {
  let start = ContinuousClock.now
  try await work()
  return ContinuousClock.now - start
}
