import GBGBridge

/// A photograph of a document to the page, and what else is said meanwhile.
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

    for (way, name) in [("raw", "by the raw handler"), ("gbg", "by GBGBridge")] {
      let waits = try await page.meanwhile(way, count: count * 2).sorted()
      let median = waits[waits.count / 2]
      report.add("a small request while photographs come \(name): median", median, "ms")
      report.add("the same: slowest", waits[waits.count - 1], "ms")
      if way == "gbg" { report.figure("smallRequestBesidePhotographsMilliseconds", median) }
    }
  }
}
