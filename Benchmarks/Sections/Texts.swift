/// Texts of a size from the page to the app.
@MainActor enum Texts {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("Texts, page to app")
    let page = try await BenchPage()
    for (name, bytes) in [("1 KiB", 1 << 10), ("64 KiB", 1 << 16), ("1 MiB", 1 << 20), ("16 MiB", 1 << 24)] {
      let count = min(size.texts * (1 << 20) / bytes, 1000) + 1
      var times: [String: Double] = [:]
      for _ in 0..<3 {
        for way in ["string", "object", "causeway"] {
          let time = try await page.milliseconds(
            "await bench.texts(way, bytes, count)", ["way": way, "bytes": bytes, "count": count])
          times[way, default: 0] += time / Double(count * 3)
        }
      }
      guard let string = times["string"], let object = times["object"], let causeway = times["causeway"] else { return }
      for (way, time) in [("raw, string", string), ("raw, object", object), ("Causeway", causeway)] {
        report.add("\(name), \(way)", time, "ms", over: ("raw, string", string))
      }
      if bytes == 1 << 20 { report.ratio("string1MiB", causeway / string) }
    }
  }
}
