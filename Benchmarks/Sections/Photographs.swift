import GBGBridge

/// Measures how long a photograph takes from the app to the page, and how long other requests take in the meantime.
@MainActor enum Photographs {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("A photograph of 5 MiB by GBGBridge")
    let page = try await CapturePage()
    let count = max(size.texts / 4, 4)
    var times = ["raw": 0.0, "gbg": 0.0]
    for _ in 0..<3 {
      for way in ["raw", "gbg"] { times[way, default: 0] += try await page.photographs(way, count: count) }
    }
    let each = times.mapValues { $0 / Double(3 * count) }
    guard let raw = each["raw"], let gbg = each["gbg"] else { return }
    report.add("raw, the same text", raw, "ms", over: ("raw", raw))
    report.add("GBGBridge, from request to response", gbg, "ms", over: ("raw", raw))
    report.ratio("photographOverRawText", gbg / raw)

    var all: [String: [Double]] = [:]
    for _ in 0..<3 {
      for way in ["raw", "gbg"] { all[way, default: []] += try await page.meanwhile(way, count: count) }
    }
    for (way, name) in [("raw", "by the raw handler"), ("gbg", "by GBGBridge")] {
      guard let waits = all[way]?.sorted() else { continue }
      let median = waits[waits.count / 2]
      let weighted = medianByTime(waits)
      report.add("a small request while photographs arrive \(name): median", median, "ms")
      report.add("the same: median, weighted by time", weighted, "ms")
      report.add("the same: slowest", waits[waits.count - 1], "ms")
      guard way == "gbg" else { continue }
      report.figure("smallRequestBesidePhotographsMilliseconds", median)
      report.figure("smallRequestBesidePhotographsByTimeMilliseconds", weighted)
    }
  }

  /// Returns the median of the waits, weighted by time: half of the total time is spent in waits up to this length.
  /// Requests come one after another, so one long wait is a single sample among many short ones, and the plain median
  /// would hardly show it.
  private static func medianByTime(_ sorted: [Double]) -> Double {
    let half = sorted.reduce(0, +) / 2
    var passed = 0.0
    return sorted.first {
      passed += $0
      return passed >= half
    } ?? 0
  }
}
