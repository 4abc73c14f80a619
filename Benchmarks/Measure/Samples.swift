/// Durations of one kind of thing, in microseconds.
struct Samples {
  private var values: [Double] = []

  /// How many there are.
  var count: Int { values.count }

  /// Adds one.
  mutating func add(_ duration: Duration) { values.append(duration.microseconds) }

  /// The value below which this share of the samples lies, from 0 to 1.
  func quantile(_ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
  }

  /// Half of the samples are below it.
  var median: Double { quantile(0.5) }
  /// One in a hundred is above it.
  var p99: Double { quantile(0.99) }
  /// All of them together.
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

/// How long something takes.
@MainActor func duration(of work: () async throws -> Void) async rethrows -> Duration {
  let start = ContinuousClock.now
  try await work()
  return ContinuousClock.now - start
}
