/// Measures the transfer of bytes in both directions, compared with base64 in a raw message.
@MainActor enum Binary {
  static func run(_ size: Size, _ report: Report) async throws {
    report.begin("Bytes")
    let page = try await BenchPage()
    for (way, function) in [("page to app", "upload"), ("app to page", "download")] {
      for (name, bytes) in [("64 KiB", 1 << 16), ("1 MiB", 1 << 20), ("16 MiB", 1 << 24)] {
        let count = min(max(size.texts * (1 << 20) / bytes, 2), 200)
        var times: [String: Double] = [:]
        for _ in 0..<3 {
          for kind in ["base64", "causeway"] {
            let time = try await page.milliseconds(
              "await bench.\(function)(kind, bytes, count)", ["kind": kind, "bytes": bytes, "count": count])
            times[kind, default: 0] += time / Double(3 * count)
          }
        }
        guard let base64 = times["base64"], let causeway = times["causeway"] else { return }
        report.add("\(name) \(way), base64", base64, "ms", over: ("base64", base64))
        report.add("\(name) \(way), Causeway", causeway, "ms", over: ("base64", base64))
        if bytes == 1 << 24 {
          report.ratio(function == "upload" ? "binaryUploadSpeedup" : "binaryDownloadSpeedup", base64 / causeway)
        }
      }
    }
  }
}
