import OnsideCore
import OnsideTesting

/// Measures purchases by the page, one after another, and the parts of this time that the store and the disk need.
@MainActor enum ShopPurchases {
  private static let eachTurn = 10

  /// Runs the measurements. `row` is a row that the payment queue writes for a transaction.
  static func run(_ size: Size, _ report: Report, _ folder: ShopFolder, _ row: BareDatabase.Row) async throws {
    report.begin("A purchase by the page")
    let state = folder.state("purchases")
    let localTesting = try LocalTestingService(catalog: folder.catalog, folder: state)
    let service = TimedService(localTesting)
    let store = try TransactionStore(file: state.appendingPathComponent("queue.sqlite"))
    let client = OnsideClient(service: service, interface: ScriptedInterface(), store: store)
    let page = try await ShopPage(client)
    _ = try await page.prepareProducts(count: 100)
    let bare = try BareDatabase(state.appendingPathComponent("bare.sqlite"))
    var (wholes, payments, ours, removals, writes) = (
      Samples(), Samples(), Samples(), Samples(), Samples()
    )
    for turn in 0...size.shopTurns {
      try await page.buy(ShopCatalog.identifier(0), count: eachTurn)
      let whole = page.marks.take(from: "purchase", to: "purchased")
      let removal = page.marks.take(from: "finish", to: "removed")
      let payment = await service.takePayments()
      guard whole.count == eachTurn, payment.count == eachTurn, removal.count == eachTurn else {
        throw BenchError.noFigure("shop.buy")
      }
      for place in 0..<eachTurn {
        let write = try await duration { try bare.write(row) }
        guard turn > 0 else { continue }  // warming up
        wholes.add(whole[place])
        payments.add(payment[place])
        ours.add(whole[place] - payment[place])
        removals.add(removal[place])
        writes.add(write)
      }
    }
    await store.close()
    await localTesting.close()
    report.add("SQLite alone, three durable writes of the row: median", writes.median * 3 / 1000, "ms")
    report.add("from purchase to the callback for the payment: median", wholes.median / 1000, "ms")
    report.add("the store's part of this time: median", payments.median / 1000, "ms")
    report.add("Causeway's part: median", ours.median / 1000, "ms", over: ("writes", writes.median * 3 / 1000))
    report.add("the same: slowest of \(ours.count)", ours.quantile(1) / 1000, "ms")
    report.add("from finishTransaction to the callback for the removal: median", removals.median / 1000, "ms")
    report.add("the same: slowest", removals.quantile(1) / 1000, "ms")
    report.figure("purchaseOwnMilliseconds", ours.median / 1000)
  }
}
