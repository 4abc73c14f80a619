import Causeway

struct Exporter: BridgeContract {
  let export = AppFunction<Int, String>("export", "Exports a number of pictures. Reports the completed fraction.")
  let render = PageFunction<String, String>("render")
}

@MainActor func exportHandler(of exporter: Exporter) -> Capability {
  exporter.export.handler(deadline: .never) { count, call in
    for number in 1...max(count, 1) {
      try Task.checkCancellation()
      try call.report(Double(number) / Double(max(count, 1)))
    }
    return "album.zip"
  }
}

@MainActor func render(_ text: String, on page: ContractPage<Exporter>) async throws -> String {
  try await page.render(text, deadline: .after(.seconds(60))) { fraction in print("\(Int(fraction * 100)) %") }
}
