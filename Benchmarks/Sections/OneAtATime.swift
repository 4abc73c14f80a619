/// Measures requests that each wait for the previous answer: the latency of a round trip.
@MainActor enum OneAtATime {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("One request at a time")
    // Each way has its own page, and thus its own process. The ways take turns, so that other work of the machine
    // affects all of them equally.
    let ways = ["object", "string", "causeway"]
    var pages: [BenchPage] = []
    for _ in ways { pages.append(try await BenchPage()) }
    #if os(Linux)
    let bare = [await BareEngine(), await BareEngine()]
    #endif
    for round in 0...size.rounds {
      for (way, page) in zip(ways, pages) {
        page.arrivals.pause()
        try await page.run("await bench.sequence(way, count)", ["way": way, "count": size.requests])
        if round == 0 { page.arrivals.forget() }  // the first round only warms up
      }
      #if os(Linux)
      for (way, page) in zip(ways, bare) {
        page.arrivals.pause()
        await page.run("await bench.sequence('\(way)', \(size.requests))")
        if round == 0 { page.arrivals.forget() }
      }
      #endif
    }
    let object = pages[0].arrivals.intervals
    var rows = Array(zip(["raw, object", "raw, string of JSON", "Causeway"], pages.map(\.arrivals.intervals)))
    #if os(Linux)
    rows += zip(["WebKitGTK alone, object", "WebKitGTK alone, string"], bare.map(\.arrivals.intervals))
    #endif
    for (name, samples) in rows {
      report.add("\(name): median", samples.median, "µs", over: ("raw, object", object.median))
      report.add("\(name): 99th percentile", samples.p99, "µs", over: ("raw, object", object.p99))
    }
    let causeway = pages[2].arrivals.intervals
    report.ratio("oneAtATimeMedian", causeway.median / object.median)
    report.ratio("oneAtATimeP99", causeway.p99 / object.p99)
    #if os(Linux)
    report.ratio("oneAtATimeMedianOverBareEngine", causeway.median / bare[0].arrivals.intervals.median)
    #endif
  }
}
