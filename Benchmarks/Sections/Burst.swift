/// Measures requests that a page sends all at once.
@MainActor enum Burst {
  private static let count = 4_000

  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("4,000 requests at once")
    let page = try await BenchPage()
    var times: [String: Double] = [:]
    let rounds = ["object": 1, "string": 1, "causeway": 5, "rawFlat": 1, "causewayFlat": 5]
    for round in 0...size.bursts {
      for (way, rounds) in rounds {
        let time = try await page.milliseconds(
          "await bench.burst(way, count, rounds)", ["way": way, "count": count, "rounds": rounds])
        if round > 0 { times[way, default: 0] += time * 1000 / Double(count * rounds * size.bursts) }
      }
    }
    guard let object = times["object"], let string = times["string"], let causeway = times["causeway"] else { return }
    for (name, time) in [("raw, object", object), ("raw, string of JSON", string), ("Causeway", causeway)] {
      report.add("\(name): each", time, "µs", over: ("raw, object", object))
    }
    report.ratio("burst4000Speedup", object / causeway)
    guard let raw = times["rawFlat"], let typed = times["causewayFlat"] else { return }
    for (name, time) in [("raw, flat object", raw), ("Causeway, the same, typed", typed)] {
      report.add("\(name): each", time, "µs", over: ("raw, flat object", raw))
    }
    report.ratio("burst4000TypedSpeedup", raw / typed)
  }
}
