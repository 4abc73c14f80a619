/// Measures the time that the contract's checks in the page add to a request. Compares calls of the same declared
/// function through `causeway.connect()` and by its name.
@MainActor enum ContractCost {
  private static let count = 4_000
  private static let rounds = 5

  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("4,000 typed requests at once")
    let page = try await BenchPage()
    var times: [String: Double] = [:]
    // The two ways run in alternating order, because the second one could reuse memory that the first one has freed.
    for round in 0...size.bursts {
      for way in round.isMultiple(of: 2) ? ["typed", "connected"] : ["connected", "typed"] {
        let time = try await page.milliseconds(
          "await bench.burst(way, count, rounds)", ["way": way, "count": count, "rounds": rounds])
        if round > 0 { times[way, default: 0] += time * 1000 / Double(count * rounds * size.bursts) }
      }
    }
    guard let typed = times["typed"], let connected = times["connected"] else { return }
    report.add("by name: each", typed, "µs")
    report.add("through connect(), with checks: each", connected, "µs", over: ("by name", typed))
    report.ratio("contractCheckCost", connected / typed)
  }
}
