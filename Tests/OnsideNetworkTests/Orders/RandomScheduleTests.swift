import Foundation
import OnsideSandbox
import OnsideTestSupport
import SeededGenerator
import Testing

@testable import OnsideCore

/// Purchases, restores and finished transactions in random order, while calls fail, answers are lost, tokens expire,
/// customers change their country, log out and take turns, and the app and the store restart. No order may be paid
/// twice or forgotten.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RandomScheduleTests {
  /// A random schedule of one store and one device that two customers use.
  @MainActor private final class Schedule {
    let store: TestStore
    let app: TestApp
    private var generator: SeededGenerator
    /// The tokens of the payments that the queue has accepted.
    private(set) var added: Set<String> = []
    /// The ids of the orders that the app was notified of, over all launches.
    private(set) var told: Set<String> = []
    /// The tokens of the payments that have failed.
    private(set) var failed: Set<String> = []
    /// The number of restores that have begun since the last launch of the app.
    private var restores = 0
    private var launches = 0
    /// The number of payments and restores that the queue has not yet accepted or rejected.
    private var arriving = 0
    private var isRunning = true

    private static let customers = ["ada@example.com", "eve@example.com"]

    init(_ seed: UInt64) async throws {
      generator = SeededGenerator(seed: seed)
      store = try await TestStore(tokenLifetime: 300)
      app = try await TestApp(store, clock: QuickClock(speed: 10))
      listen()
    }

    func run() async throws {
      for _ in 0..<Int.random(in: 6...14, using: &generator) {
        try await step()
        for _ in 0..<Int.random(in: 0..<30, using: &generator) { await Task.yield() }
      }
      try await rest()
    }

    private func step() async throws {
      switch Int.random(in: 0..<18, using: &generator) {
      case 0..<5: await buy("coins")
      case 5: await buy("lifetime")
      case 6: await buy("monthly")
      case 7: restore()
      case 8, 9: finishSome()
      case 10: try await relaunch()
      case 11: try await restartStore()
      case 12:
        let country = ["DEU", "FRA", "USA"].randomElement(using: &generator) ?? "DEU"
        if isRunning, let account = await app.service.session()?.account { try await store.move(account, to: country) }
      case 13: store.watch.advance(by: Double.random(in: 0..<600, using: &generator))
      case 14: app.client.logout()
      case 15: await change(to: Self.customers.randomElement(using: &generator) ?? "")
      default: try await breakSomething()
      }
    }

    private func buy(_ product: String) async {
      // While the store fails, the product cannot be loaded, so nothing is bought.
      guard var payment = try? await app.payment(product) else { return }
      let token = UUID().uuidString
      payment.appAccountToken = token
      arriving += 1
      app.client.queue.add(payment) { [self] result in
        arriving -= 1
        if case .success = result { added.insert(token) }
      }
    }

    private func restore() {
      let launch = launches
      arriving += 1
      app.client.queue.restoreCompletedTransactions { [self] result in
        arriving -= 1
        if case .success = result, launch == launches { restores += 1 }
      }
    }

    /// Logs the current user out and a customer in, who may be the same. The login fails if the store does not answer.
    private func change(to customer: String) async {
      app.client.logout()
      app.interface.login = .succeed(.email(customer))
      do throws(OnsideLoginError) {
        try await app.client.requestLogin()
      } catch {
        return  // The next purchase shows the login again.
      }
    }

    private func finishSome() {
      for transaction in app.client.queue.transactions where Bool.random(using: &generator) {
        app.client.queue.finishTransaction(transaction)
      }
    }

    private func relaunch() async throws {
      restores = 0
      launches += 1
      try await app.relaunch()
      listen()
    }

    private func restartStore() async throws {
      if isRunning { await store.stop() } else { try store.start() }
      isRunning.toggle()
    }

    private func breakSomething() async throws {
      guard isRunning else { return }
      let operations: [SandboxOperation] = [
        .pay, .pay, .pay, .settle, .products, .purchases, .refreshSession, .currentSession,
      ]
      let failures = operations.filter { _ in Bool.random(using: &generator) }.map { operation in
        let kind = [Failure.Kind.unavailable, .rateLimited, .lostAnswer, .notJSON].randomElement(using: &generator)
        return Failure(operation, kind ?? .lostAnswer, times: Int.random(in: 1...3, using: &generator))
      }
      try await store.store.run { $0.failures.set(failures) }
    }

    /// Lets all payments and restores of both customers end, on a store that works.
    private func rest() async throws {
      if !isRunning { try store.start() }
      isRunning = true
      try await store.fail()
      try await eventually { arriving == 0 }
      if app.client.queue.storefront != nil { try await settle() }
      for customer in Self.customers {
        // Repeat the login as a user would if the store did not answer in time, because the SDK does not repeat a
        // login.
        try await eventually {
          await change(to: customer)
          return app.client.queue.storefront != nil
        }
        try await settle()
      }
    }

    /// Returns when no payment and no restore of the logged-in user is in progress.
    private func settle() async throws {
      let (queue, news) = (app.client.queue, app.news)
      try await news.wait { [self] in
        let ends = news.items.count { item in
          switch item {
          case .restored, .restoreFailed: true
          case .updated, .removed, .storefront: false
          }
        }
        return ends == restores && queue.transactions.allSatisfy { $0.transactionState != .purchasing }
      }
    }

    private func listen() {
      app.news.onUpdate = { [self] transaction in
        if let order = transaction.transactionIdentifier { told.insert(order) }
        if transaction.transactionState == .failed, let token = transaction.payment.appAccountToken {
          failed.insert(token)
        }
      }
      // Also handles the updates that the queue sent before `onUpdate` was set.
      for transaction in app.news.updates { app.news.onUpdate(transaction) }
    }
  }

  @Test func noOrderIsPaidTwiceOrForgotten() async throws {
    var generator = SeededGenerator()
    var orderCount = 0
    for number in 0..<30 {
      let seed = generator.next()
      let comment: Comment = "schedule \(number) of seed \(SeededGenerator.seedOfThisRun)"
      let schedule = try await Schedule(seed)
      try await schedule.run()
      let orders = try await schedule.store.orders.map(\.purchase)
      orderCount += orders.count
      let ids = Set(orders.map { $0.orderID.uuidString.lowercased() })
      #expect(ids.count == orders.count, comment)
      #expect(schedule.told == ids, comment)
      let tokens = orders.compactMap(\.appAccountToken)
      #expect(tokens.count == orders.count && Set(tokens).count == tokens.count, comment)
      #expect(Set(tokens).isSubset(of: schedule.added), comment)
      #expect(Set(tokens).isDisjoint(with: schedule.failed), comment)
      await schedule.store.stop()
    }
    #expect(orderCount > 30)
  }
}
