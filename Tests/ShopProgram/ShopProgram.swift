import Foundation
import OnsideCore
import OnsideTesting

/// An app that buys until its disk is full: `ShopProgram QUEUE ORDERS`. The queue and the orders are in these two
/// folders. The file `QUEUE/other` uses space until the app removes it.
@main @MainActor final class ShopProgram: OnsidePaymentTransactionObserver {
  private let client: OnsideClient
  private let service: LocalTestingService
  private var transactions: [UUID: OnsidePaymentTransaction] = [:]
  private var waiting: CheckedContinuation<Void, Never>?

  static func main() async throws {
    let folders = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0, isDirectory: true) }
    let app = try ShopProgram(queue: folders[0], orders: folders[1])
    try await app.fill(other: folders[0].appendingPathComponent("other"))
  }

  private init(queue: URL, orders: URL) throws {
    let catalog = try StoreKitConfiguration(parsing: Self.catalog.utf8, file: "shop.storekit")
    service = try LocalTestingService(catalog: Catalog(catalog), folder: orders)
    client = OnsideClient(
      service: service, interface: ScriptedInterface(),
      store: try TransactionStore(file: queue.appendingPathComponent("queue.sqlite")), log: { print($0) })
  }

  /// Prints the number of transactions. Ends if there are transactions. Otherwise buys until a payment fails, removes
  /// `other`, and buys once more.
  private func fill(other: URL) async throws {
    await client.ready()
    if client.queue.storefront == nil { try await client.requestLogin() }
    client.queue.add(observer: self)
    print("at first \(client.queue.transactions.count)")
    guard client.queue.transactions.isEmpty else { return }
    let payment = OnsidePayment(product: try await client.products(["coins"]).products[0])
    repeat { try await buy(payment) } while !states.contains(.failed)
    print("failed after \(count(of: .purchased)), paid \(try await service.ledger().count)")
    try FileManager.default.removeItem(at: other)
    try await buy(payment)
    print("with room \(count(of: .purchased)), paid \(try await service.ledger().count)")
  }

  private func buy(_ payment: OnsidePayment) async throws {
    try await client.queue.enqueue(payment)
    while states.contains(.purchasing) { await withCheckedContinuation { waiting = $0 } }
  }

  private var states: [OnsidePaymentTransactionState] { transactions.values.map(\.transactionState) }

  private func count(of state: OnsidePaymentTransactionState) -> Int { states.filter { $0 == state }.count }

  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]) {
    for transaction in updatedTransactions { transactions[transaction.id] = transaction }
    waiting?.resume()
    waiting = nil
  }

  private static let catalog = """
    { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU" },
      "nonRenewingSubscriptions": [], "subscriptionGroups": [],
      "products": [
        { "displayPrice": "4.99", "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": "coins", "referenceName": "Coins", "type": "Consumable" } ] }
    """
}
