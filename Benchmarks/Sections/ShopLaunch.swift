import Foundation
import OnsideCore
import OnsideTesting

/// Measures a launch with many unfinished transactions.
@MainActor enum ShopLaunch {
  private static let count = 1_000

  /// Runs the measurements, and returns a row of the payment queue's file.
  static func run(_ size: Size, _ report: Report, _ folder: ShopFolder) async throws -> BareDatabase.Row {
    report.begin("\(count) unfinished transactions at a launch")
    let state = folder.state("launch")
    let queue = state.appendingPathComponent("queue.sqlite")
    try await launch(folder, state) { client, _, delivered in
      let buying = try await duration { try await buy(with: client, delivered) }
      report.add("buying through one queue: each", buying.microseconds / 1000 / Double(count), "ms")
    }

    var (launches, reads, pages) = (Samples(), Samples(), Samples())
    var rows: [BareDatabase.Row] = []
    for round in 0...size.shopTurns {
      let read = try await duration { rows = try BareDatabase(queue).rows() }
      guard rows.count == count else { throw BenchError.noFigure("a queue's file") }
      try await launch(folder, state) { client, time, delivered in
        let page = try await ShopPage(client)
        let delivery = try await page.waiting(count: count)
        guard round > 0 else { return }  // warming up
        launches.add(time)
        reads.add(read)
        pages.add(.milliseconds(delivery))
      }
    }
    let (read, delivered) = (reads.median / 1000, launches.median / 1000)
    report.add("SQLite alone, the same rows: median", read, "ms", over: ("SQLite", read))
    report.add("from creating the client to notifying the observer: median", delivered, "ms", over: ("SQLite", read))
    report.add("the same: slowest", launches.quantile(1) / 1000, "ms")
    report.add("from assigning the page's callback until the page has all: median", pages.median / 1000, "ms")
    report.ratio("launchOverSQLite", delivered / read)
    report.figure("launch1000Milliseconds", delivered)

    try await launch(folder, state) { client, _, delivered in
      let transactions = await delivered.purchased(count)
      let finishing = await duration {
        for transaction in transactions { client.queue.finishTransaction(transaction) }
        await delivered.removed(count)
      }
      report.add("finishing all at once: each", finishing.microseconds / 1000 / Double(count), "ms")
    }
    return rows[0]
  }

  /// Makes a client, and closes its files at the end.
  /// - Parameter work: receives the time until the observer has received all unfinished transactions.
  private static func launch(
    _ folder: ShopFolder, _ state: URL, _ work: (OnsideClient, Duration, DeliveredTransactions) async throws -> Void
  ) async throws {
    let service = try LocalTestingService(catalog: folder.catalog, folder: state)
    let delivered = DeliveredTransactions()
    let isFirst = await service.session() == nil
    let start = ContinuousClock.now
    let store = try TransactionStore(file: state.appendingPathComponent("queue.sqlite"))
    let client = OnsideClient(service: service, interface: ScriptedInterface(), store: store)
    client.queue.add(observer: delivered)
    if !isFirst { _ = await delivered.purchased(count) }
    try await work(client, ContinuousClock.now - start, delivered)
    await store.close()
    await service.close()
  }

  private static func buy(with client: OnsideClient, _ delivered: DeliveredTransactions) async throws {
    let identifiers = (0..<2 * count).filter { !ShopCatalog.isSubscription($0) }.prefix(count).map(
      ShopCatalog.identifier)
    for product in try await client.products(Array(identifiers)).products {
      try await client.queue.enqueue(OnsidePayment(product: product))
    }
    _ = await delivered.purchased(count)
  }
}
