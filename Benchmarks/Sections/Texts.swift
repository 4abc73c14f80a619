/// Measures the transfer of texts of several sizes from the page to the app.
@MainActor enum Texts {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("Texts, page to app")
    let page = try await BenchPage()
    // The largest texts come first, because the allocator then keeps large blocks of memory for the later texts. New
    // blocks from the system would be slower.
    for (name, bytes) in [("16 MiB", 1 << 24), ("1 MiB", 1 << 20), ("64 KiB", 1 << 16), ("1 KiB", 1 << 10)] {
      for kind in ["base64", "talk"] {
        let times = try await times(page, kind, bytes, count: min(size.texts * (1 << 20) / bytes, 1000) + 1)
        guard let string = times["string"], let object = times["object"], let causeway = times["causeway"] else {
          return
        }
        for (way, time) in [("raw, string", string), ("raw, object", object), ("Causeway", causeway)] {
          report.add("\(name) of \(kind), \(way)", time, "ms", over: ("raw, string", string))
        }
        guard bytes == 1 << 20 else { continue }
        report.ratio(kind == "base64" ? "string1MiB" : "talk1MiB", causeway / string)
        if kind == "talk" { report.ratio("escapedText1MiB", causeway / string) }
      }
    }
  }

  /// Returns the time that one text takes in each way, in milliseconds.
  private static func times(
    _ page: BenchPage, _ kind: String, _ bytes: Int, count: Int
  ) async throws -> [String: Double] {
    let rounds = 3
    var times: [String: Double] = [:]
    for _ in 0..<rounds {
      for way in ["string", "object", "causeway"] {
        let time = try await page.milliseconds(
          "await bench.texts(way, kind, bytes, count)", ["way": way, "kind": kind, "bytes": bytes, "count": count])
        times[way, default: 0] += time / Double(count * rounds)
      }
    }
    return times
  }
}
