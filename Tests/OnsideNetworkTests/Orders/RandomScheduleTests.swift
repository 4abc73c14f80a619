import Foundation
import OnsideSandbox
import OnsideTestSupport
import SeededGenerator
import Testing

@testable import OnsideCore

/// Purchases, restores and finishes while calls fail, answers get lost, tokens expire, customers move, log out and take
/// turns, and both sides are started anew, at random: no order is paid twice, and none is forgotten.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RandomScheduleTests {
  /// One device, of two customers, and one store over one schedule.
  @MainActor private final class Schedule {
    let store: TestStore
    let app: TestApp
    private var generator: SeededGenerator
    /// What was taken into the queue, by the app's own names for it.
    private(set) var added: Set<String> = []
    /// The orders that the app was told of, over all launches.
    private(set) var told: Set<String> = []
    /// What has come to nothing, by the app's own names for it.
    private(set) var failed: Set<String> = []
    /// Those that began in this launch.
    private var restores = 0
    private var launches = 0
    /// How many payments and restores are on their way into the queue.
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
      // A store that has nothing to say has nothing to sell.
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

    /// Has another customer, or the same, log in, if the store is there.
    private func change(to customer: String) async {
      app.client.logout()
      app.interface.login = .succeed(.email(customer))
      do throws(OnsideLoginError) {
        try await app.client.requestLogin()
      } catch {
        return  // Whoever wants to buy something next is asked again.
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

    /// Lets everything of both customers come to its end on a store that works.
    private func rest() async throws {
      if !isRunning { try store.start() }
      isRunning = true
      try await store.fail()
      try await eventually { arriving == 0 }
      if app.client.queue.storefront != nil { await settle() }
      for customer in Self.customers {
        // A login is not repeated by the SDK: whoever sees that the store did not answer in time tries again.
        repeat { await change(to: customer) } while app.client.queue.storefront == nil
        await settle()
      }
    }

    /// Returns when nothing of who is logged in is under way any more.
    private func settle() async {
      let (queue, news) = (app.client.queue, app.news)
      await news.wait { [self] in
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
      // What the queue told before anybody listened.
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
