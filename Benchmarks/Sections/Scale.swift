import Causeway
import WebKit

/// Measures the latency of a request while many other requests, frames or web views are open.
@MainActor enum Scale {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("One request beside others")
    let page = try await BenchPage()
    let alone = try await median(page, size)
    report.add("alone: median", alone, "µs", over: ("alone", alone))
    var open = 0
    for count in [1_000, 10_000] {
      try await page.run("bench.leaveOpen(count)", ["count": count - open])
      open = count
      report.add("\(count) open requests: median", try await median(page, size), "µs", over: ("alone", alone))
    }
    for count in [10, 50] {
      let frames = String(repeating: "<iframe srcdoc='<p>Hello'></iframe>", count: count)
      let page = try await BenchPage("<!doctype html>" + frames)
      report.add("\(count) sub-frames: median", try await median(page, size), "µs", over: ("alone", alone))
    }
    var others: [BenchPage] = []
    for count in [4, 8] {
      while others.count < count - 1 { others.append(try await BenchPage()) }
      report.add("\(count) web views: median", try await median(page, size), "µs", over: ("alone", alone))
    }
  }

  private static func median(_ page: BenchPage, _ size: Size) async throws -> Double {
    page.arrivals.pause()
    try await page.run("await bench.sequence('causeway', count)", ["count": 50])
    page.arrivals.forget()
    try await page.run("await bench.sequence('causeway', count)", ["count": size.requests * 2])
    return page.arrivals.intervals.median
  }
}
