/// Memory over many messages.
@MainActor enum MemoryGrowth {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("Memory over \(size.messages) messages")
    let page = try await BenchPage()
    page.arrivals.isNoting = false
    let burst = 4_000
    func send(_ messages: Int) async throws {
      for _ in 0..<messages / (burst * 5) {
        _ = try await page.milliseconds("await bench.burst('causeway', count, 5)", ["count": burst])
      }
    }
    try await send(size.messages / 5)  // what a process fills once is no growth
    guard let before = Memory.resident, let pagesBefore = Memory.residentInPages else {
      return Progress.say("this system does not tell how much memory processes have")
    }
    try await send(size.messages)
    guard let after = Memory.resident, let pagesAfter = Memory.residentInPages else { return }
    report.add("the app: growth", after - before, "MiB")
    report.add("the page: growth", pagesAfter - pagesBefore, "MiB")
    report.figure("memoryGrowthMebibytes", after - before)
    report.figure("pageMemoryGrowthMebibytes", pagesAfter - pagesBefore)
  }
}
