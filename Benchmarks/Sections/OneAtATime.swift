/// Measures requests that each wait for the previous answer: the latency of a round trip.
@MainActor enum OneAtATime {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("One request at a time")
    // Each way has its own page, and therefore its own process. The ways take turns, so that other work of the machine
    // affects all of them equally.
    let ways = ["object", "string", "causeway", "rawFlat", "causewayFlat"]
    var pages: [BenchPage] = []
    for _ in ways { pages.append(try await BenchPage()) }
    #if os(Linux)
    let bare = [await BareEngine(), await BareEngine()]
    #endif
    // The first rounds only warm up: the engine compiles the scripts during the first one or two thousand requests, and
    // the 99th percentile would measure the compiler.
    let warmUps = (1_500 + size.requests - 1) / size.requests
    for round in 0..<(size.rounds + warmUps) {
      for (way, page) in zip(ways, pages) {
        page.arrivals.pause()
        try await page.run("await bench.sequence(way, count)", ["way": way, "count": size.requests])
        if round < warmUps { page.arrivals.forget() }
      }
      #if os(Linux)
      for (way, page) in zip(ways, bare) {
        page.arrivals.pause()
        await page.run("await bench.sequence('\(way)', \(size.requests))")
        if round < warmUps { page.arrivals.forget() }
      }
      #endif
    }
    let object = pages[0].arrivals.intervals
    var rows = Array(zip(["raw, object", "raw, string of JSON", "Causeway"], pages.map(\.arrivals.intervals)))
    let flat = (raw: pages[3].arrivals.intervals, causeway: pages[4].arrivals.intervals)
    #if os(Linux)
    rows += zip(["WebKitGTK alone, object", "WebKitGTK alone, string"], bare.map(\.arrivals.intervals))
    #endif
    for (name, samples) in rows {
      report.add("\(name): median", samples.median, "µs", over: ("raw, object", object.median))
      report.add("\(name): 99th percentile", samples.p99, "µs", over: ("raw, object", object.p99))
    }
    for (name, samples) in [("raw, flat object", flat.raw), ("Causeway, the same, typed", flat.causeway)] {
      report.add("\(name): median", samples.median, "µs", over: ("raw, flat object", flat.raw.median))
      report.add("\(name): 99th percentile", samples.p99, "µs", over: ("raw, flat object", flat.raw.p99))
    }
    report.ratio("flatObjectMedian", flat.causeway.median / flat.raw.median)
    report.ratio("flatObjectP99", flat.causeway.p99 / flat.raw.p99)
    let causeway = pages[2].arrivals.intervals
    report.ratio("oneAtATimeMedian", causeway.median / object.median)
    report.ratio("oneAtATimeP99", causeway.p99 / object.p99)
    #if os(Linux)
    report.ratio("oneAtATimeMedianOverBareEngine", causeway.median / bare[0].arrivals.intervals.median)
    #endif
  }
}
