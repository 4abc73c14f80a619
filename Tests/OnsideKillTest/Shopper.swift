import Foundation
import OnsideCore
import OnsideTesting
import SeededGenerator

/// The work of a shopper process: it buys, restores, finishes transactions, and changes the country, at random and
/// without end.
@MainActor final class Shopper: OnsidePaymentTransactionObserver {
  private let journal: Journal
  private let service: LocalTestingService
  private let client: OnsideClient
  private let interface = ScriptedInterface()
  private var generator: SeededGenerator
  private var isNotified = false
  private var waitingForNews: CheckedContinuation<Void, Never>?
  private var unfinished: [UUID: OnsidePaymentTransaction] = [:]

  /// Opens the shop in a folder, and records the launch in the journal.
  ///
  /// - Parameter folder: contains the catalog, and receives all other files.
  init(folder: URL, seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    journal = try Journal(appendingTo: folder.appendingPathComponent("journal"))
    try journal.write(.launched)
    service = try LocalTestingService(
      catalog: try Catalog(contentsOf: folder.appendingPathComponent("shop.storekit")), folder: folder)
    client = OnsideClient(
      service: service, interface: interface,
      store: try TransactionStore(file: folder.appendingPathComponent("queue.sqlite")))
  }

  /// Runs random steps until the process is killed.
  func shop() async throws {
    await client.ready()
    client.queue.add(observer: self)
    while true {
      try await step()
      // Usually the next step begins while the queue is still working. Sometimes, let the queue finish its work first.
      for _ in 0..<Int.random(in: 0..<40, using: &generator) { await Task.yield() }
      if Int.random(in: 0..<8, using: &generator) == 0 { try await Task.sleep(for: .milliseconds(3)) }
    }
  }

  /// Waits until no transaction is in progress, and returns the queue's transactions.
  func rest() async throws -> [OnsidePaymentTransaction] {
    await client.ready()
    if client.queue.storefront == nil { try await client.requestLogin() }
    client.queue.add(observer: self)
    await Task.yield()
    while !isNotified && !client.queue.transactions.isEmpty
      || client.queue.transactions.contains(where: { $0.transactionState == .purchasing })
    {
      await withCheckedContinuation { waitingForNews = $0 }
    }
    return client.queue.transactions
  }

  /// Returns all orders that were charged.
  func ledger() async throws -> [LocalOrder] { try await service.ledger() }

  private func step() async throws {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<8: try await buy("coins")
    case 8: try await buy("lifetime")
    case 9: try await buy("monthly")
    case 10: client.queue.restoreCompletedTransactions(completion: nil)
    case 11: await move()
    case 12: interface.payment = Bool.random(using: &generator) ? .approve : .cancel
    case 13 where Int.random(in: 0..<4, using: &generator) == 0: client.logout()
    default:
      // Finish several transactions at once, because their number would otherwise grow without limit.
      let ids = unfinished.keys.sorted { $0.uuidString < $1.uuidString }.shuffled(using: &generator).prefix(8)
      for transaction in ids.compactMap({ unfinished[$0] }) {
        note(.finishing(transaction.id))
        client.queue.finishTransaction(transaction)
      }
    }
  }

  private func buy(_ identifier: String) async throws {
    let response = try await client.products([identifier])
    var payment = OnsidePayment(product: response.products[0])
    let token = UUID().uuidString
    payment.appAccountToken = token
    let journal = journal
    client.queue.add(payment) { result in
      guard case .success = result else { return }
      do { try journal.write(.bought(token)) } catch { fatalError("\(error)") }
    }
  }

  private func move() async {
    let country = ["DEU", "FRA", "USA", "JPN"].randomElement(using: &generator)!
    // Ignore the error, because the change of the country fails if no user is logged in.
    try? await service.setStorefront(country)
  }

  // MARK: Observer

  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, updatedTransactions: [OnsidePaymentTransaction]) {
    let deliveries = updatedTransactions.map {
      JournalEntry.Delivery(
        id: $0.id, state: $0.transactionState.rawValue, order: $0.transactionIdentifier,
        token: $0.payment.appAccountToken)
    }
    note(isNotified ? .delivered(deliveries) : .notified(deliveries))
    isNotified = true
    for transaction in updatedTransactions { unfinished[transaction.id] = transaction }
  }

  func onsidePaymentQueue(_ queue: any OnsidePaymentQueue, removedTransactions: [OnsidePaymentTransaction]) {
    note(.removed(removedTransactions.map(\.id)))
    for transaction in removedTransactions { unfinished[transaction.id] = nil }
  }

  private func note(_ entry: JournalEntry) {
    do { try journal.write(entry) } catch { fatalError("The journal cannot be written: \(error)") }
    let waiting = waitingForNews
    waitingForNews = nil
    waiting?.resume()
  }
}
