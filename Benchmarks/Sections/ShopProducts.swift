import OnsideCore
import OnsideTesting

/// Measures the delivery of many products to the page.
@MainActor enum ShopProducts {
  static func run(_ size: Size, _ report: Report, _ folder: ShopFolder) async throws {
    let count = folder.catalog.configuration.products.count
    report.begin("\(count) products to the page")
    report.add("reading the catalog, once", folder.reading.microseconds / 1000, "ms")
    let state = folder.state("products")
    let service = try LocalTestingService(catalog: folder.catalog, folder: state)
    let store = try TransactionStore(file: state.appendingPathComponent("queue.sqlite"))
    let client = OnsideClient(service: service, interface: ScriptedInterface(), store: store)
    let page = try await ShopPage(client)
    let bytes = try await page.prepareProducts(count: count)
    var times = ["raw": Samples(), "onside": Samples()]
    for round in 0...size.shopTurns {
      for way in ["raw", "onside"] {
        let time = Duration.milliseconds(try await page.products(way))
        if round > 0 { times[way]?.add(time) }  // warming up
      }
    }
    await store.close()
    await service.close()
    guard let raw = times["raw"], let onside = times["onside"] else { return }
    let (text, promise) = (raw.median / 1000, onside.median / 1000)
    report.add("raw, \(bytes / 1024) KiB of text ready, parsed by the page: median", text, "ms", over: ("raw", text))
    report.add("loadProducts: median", promise, "ms", over: ("raw", text))
    report.add("the same: slowest", onside.quantile(1) / 1000, "ms")
    report.ratio("productsOverRawText", promise / text)
    report.figure("products10000Milliseconds", promise)
  }
}
