/// Measures streams of small values in both directions, and a stream of bytes compared with one POST to a scheme.
@MainActor enum Streams {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("Streams")
    let page = try await BenchPage()
    let count = size.rounds * 20_000
    for (way, function, figure) in [
      ("page to app", "streamToApp", "streamValuesToAppPerSecond"),
      ("app to page", "streamToPage", "streamValuesToPagePerSecond"),
    ] {
      var best = 0.0
      for _ in 0..<3 {
        let time = try await page.milliseconds("await bench.\(function)(count)", ["count": count])
        best = max(best, Double(count) / time * 1_000)
      }
      report.add("small values, \(way)", best, "/s")
      report.figure(figure, best)
    }

    let bytes = 64 << 20
    let rounds = max(size.texts / 8, 2)
    var times: [String: Double] = [:]
    for _ in 0..<3 {
      for way in ["post", "stream"] {
        times[way, default: 0] += try await page.milliseconds(
          "await bench.uploadBytes(way, bytes, count)", ["way": way, "bytes": bytes, "count": rounds])
      }
    }
    guard let post = times["post"], let stream = times["stream"] else { return }
    let mebibytes = Double(3 * rounds * bytes >> 20)
    let rate = (post: mebibytes / post * 1_000, stream: mebibytes / stream * 1_000)
    report.add("64 MiB in one POST to a scheme", rate.post, "MiB/s", over: ("POST", rate.post))
    report.add("64 MiB as a stream", rate.stream, "MiB/s", over: ("POST", rate.post))
    report.ratio("streamBytesToPost", rate.stream / rate.post)
    try await memory(of: page, mebibytes: min(size.texts * 16, 1024), report)
  }

  /// Measures the largest growth of the app's and the page's memory while one large file is streamed in each direction.
  private static func memory(of page: BenchPage, mebibytes: Int, _ report: Report) async throws {
    for (way, function) in [("page to app", "sendFile"), ("app to page", "getFile")] {
      // Warms up, because memory that a process allocates only once must not count as growth.
      try await page.run("await bench.\(function)(64)")
      guard let app = Memory.resident, let pages = Memory.residentInPages else {
        return Progress.say("this system does not report the memory of processes")
      }
      var peak = (app: app, pages: pages)
      let sampler = Task {
        while !Task.isCancelled {
          peak = (max(peak.app, Memory.resident ?? 0), max(peak.pages, Memory.residentInPages ?? 0))
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      defer { sampler.cancel() }
      try await page.run("await bench.\(function)(mebibytes)", ["mebibytes": mebibytes])
      report.add("\(mebibytes) MiB in a stream, \(way): largest growth of the app", peak.app - app, "MiB")
      report.add("the same: largest growth of the page", peak.pages - pages, "MiB")
    }
  }
}

/// The numbers from 0 on, as an asynchronous sequence that never waits.
struct Numbers: AsyncSequence {
  let count: Int

  func makeAsyncIterator() -> Iterator { Iterator(count: count) }

  struct Iterator: AsyncIteratorProtocol {
    let count: Int
    private var latest = -1

    init(count: Int) { self.count = count }

    mutating func next() async -> Int? { await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
      latest += 1
      return latest < count ? latest : nil
    }
  }
}
