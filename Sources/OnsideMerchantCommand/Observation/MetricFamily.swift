/// A metric with its series, in the terms of Prometheus.
struct MetricFamily: Sendable {
  enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  /// The upper bounds of a histogram's buckets, in seconds. There is also one without a bound.
  static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

  private struct Series: Sendable {
    /// The value, or a histogram's sum.
    var value = 0.0
    /// For a histogram, the number of observations in each bucket, without those of smaller ones.
    var counts: [Int] = []
  }

  let name: String
  let kind: Kind
  let help: String
  /// The names of the labels. Every series has a value for each of them.
  let labels: [String]
  private var series: [[String]: Series] = [:]

  init(_ name: String, _ kind: Kind, labels: [String] = [], _ help: String) {
    self.name = name
    self.kind = kind
    self.labels = labels
    self.help = help
  }

  /// Creates the series with these label values, with the value 0. An alert on a counter's rate needs the value before
  /// the first event.
  mutating func prepare(_ values: [String]) { add(0, values) }

  mutating func add(_ amount: Double, _ values: [String]) {
    series[values, default: Series()].value += amount
  }

  mutating func set(_ value: Double, _ values: [String]) {
    series[values, default: Series()].value = value
  }

  /// Removes all series, before the current ones are set.
  mutating func removeAll() { series = [:] }

  mutating func observe(_ seconds: Double, _ values: [String]) {
    var entry = series[values] ?? Series(counts: Array(repeating: 0, count: Self.bounds.count + 1))
    entry.value += seconds
    entry.counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    series[values] = entry
  }

  // MARK: Text

  /// The lines of Prometheus' text format, version 0.0.4; empty if the metric has no series.
  var lines: [String] {
    guard !series.isEmpty else { return [] }
    let help = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    let head = ["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"]
    // The order of the series stays the same, so that two scrapes can be compared.
    let sorted = series.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return head
      + sorted.flatMap { kind == .histogram ? histogram($0.key, $0.value) : [line("", $0.key, $0.value.value)] }
  }

  private func histogram(_ values: [String], _ series: Series) -> [String] {
    var lines: [String] = []
    var total = 0
    for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], series.counts) {
      total += count
      lines.append(line("_bucket", values, Double(total), bound: bound))
    }
    return lines + [line("_sum", values, series.value), line("_count", values, Double(total))]
  }

  private func line(_ suffix: String, _ values: [String], _ value: Double, bound: String? = nil) -> String {
    var pairs = zip(labels, values).map { "\($0)=\"\(Self.escaped($1))\"" }
    if let bound { pairs.append("le=\"\(bound)\"") }
    let number = Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    return name + suffix + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " " + number
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
