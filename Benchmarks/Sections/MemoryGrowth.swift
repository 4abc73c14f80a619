/// Measures the growth of memory over many messages.
@MainActor enum MemoryGrowth {
  private static let burst = 4_000

  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("Memory over \(size.messages) messages")
    let page = try await BenchPage()
    page.arrivals.isNoting = false
    // Warms up, because memory that a process allocates only once must not count as growth.
    try await send(size.messages / 5, from: page)
    guard let before = try await resident(page) else {
      return Progress.say("this system does not report the memory of processes")
    }
    try await send(size.messages, from: page)
    guard let after = try await resident(page) else { return }
    report.add("the app: growth", after.app - before.app, "MiB")
    report.add("the page: growth", after.page - before.page, "MiB")
    report.figure("memoryGrowthMebibytes", after.app - before.app)
    report.figure("pageMemoryGrowthMebibytes", after.page - before.page)
  }

  private static func send(_ messages: Int, from page: BenchPage) async throws {
    for _ in 0..<messages / (burst * 5) {
      _ = try await page.milliseconds("await bench.burst('causeway', count, 5)", ["count": burst])
    }
  }

  /// Returns the memory of the processes, in mebibytes: the median of several measurements, because both processes free
  /// memory at unpredictable times.
  private static func resident(_ page: BenchPage) async throws -> (app: Double, page: Double)? {
    var app: [Double] = []
    var pages: [Double] = []
    for _ in 0..<5 {
      try await send(burst * 5, from: page)
      guard let own = Memory.resident, let theirs = Memory.residentInPages else { return nil }
      app.append(own)
      pages.append(theirs)
    }
    return (app.sorted()[2], pages.sorted()[2])
  }
}
