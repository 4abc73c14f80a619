import CausewayJOSE
import Foundation
import OnsideCore
import OnsideMerchant
import SeededGenerator
import Testing

@testable import OnsideSandbox

@Suite("The data that a store keeps") struct DurabilityTests {
  @Test("After the store was closed, an order is still there, and its key still returns it")
  func orders() async throws {
    let test = try TestStore()
    let store = try test.open()
    let ann = try await store.session()
    let request = try await store.request(TestShop.coins, by: ann, token: "ann")
    let order = try await store.run { try $0.orders.pay(request, by: ann).order }
    await store.close()
    let reopened = try test.open()
    let again = try await reopened.run { try $0.orders.pay(request, by: ann) }
    #expect(again.order == order && !again.isNew)
    #expect(try await reopened.allOrders().count == 1)
    #expect(try await reopened.run { try $0.orders.settle(request.key, by: ann) } == order)
  }

  @Test("A key that is void stays void after the store was closed")
  func voidKeys() async throws {
    let test = try TestStore()
    let store = try test.open()
    let ann = try await store.session()
    let request = try await store.request(TestShop.coins, by: ann)
    #expect(try await store.run { try $0.orders.settle(request.key, by: ann) } == nil)
    await store.close()
    let reopened = try test.open()
    let refusal = await #expect(throws: SandboxProblem.self) {
      try await reopened.run { try $0.orders.pay(request, by: ann) }
    }
    #expect(refusal?.code == .keyVoid)
  }

  @Test("Sessions, cards, countries, attribution, keys, the merchant and events are kept when the store is closed")
  func everythingElse() async throws {
    let test = try TestStore()
    let store = try test.open()
    let tokens = try await store.run {
      try $0.sessions.logIn(.phone("+49 170 1234567"), country: .unitedStates, app: TestStore.app)
    }
    try await store.use(.declined, of: tokens.session)
    try await store.run { try $0.attribution.setRefererURL("https://example.com/ad") }
    let key = try await store.run { try $0.signingKeys.rotate(.es256) }
    let event = SandboxEvent(id: "1", name: "opened", time: "2026-01-31T12:00:00Z", parameters: ["a": 1])
    try await store.run { try $0.events.track([event], app: TestStore.app) }
    let methods = try await store.run { try $0.cards.paymentMethods(of: tokens.session.account) }
    await store.close()

    let reopened = try test.open()
    #expect(
      try await reopened.run { try $0.sessions.session(tokens.accessToken, app: TestStore.app) } == tokens.session)
    #expect(
      try await reopened.run { try $0.sessions.refresh(tokens.refreshToken, app: TestStore.app).session }
        == tokens.session)
    #expect(tokens.session.country == .unitedStates)
    #expect(try await reopened.run { try $0.cards.paymentMethods(of: tokens.session.account) } == methods)
    #expect(try await reopened.run { try $0.attribution.refererURL() } == "https://example.com/ad")
    #expect(try await reopened.run { try $0.signingKeys.publicKeys().keys.first?.keyID } == key)
    #expect(reopened.merchant.credentials.merchantID == store.merchant.credentials.merchantID)
    #expect(reopened.merchant.credentials.secret.bytes == store.merchant.credentials.secret.bytes)
    #expect(try await reopened.run { try $0.events.tracked(by: TestStore.app) } == [event])
  }

  @Test("The fingerprint of an order equals the one in the databases of older versions")
  func fingerprint() throws {
    let request = OrderRequest(
      key: UUID(), productIdentifier: TestShop.weekly, price: .euros(1.99),
      introductoryPrice: OnsidePricePeriod(price: .euros(0.99), period: .week(1)), account: "ann", countryCode: "DE",
      appAccountToken: "user-7", paymentMethod: "card-1")
    let text = """
      ["com.example.shop","shop.weekly",{"value":1.99,"currency_code":"EUR"},{"price":{"value":0.99,\
      "currency_code":"EUR"},"period":{"unit":"week","number_of_units":1}},null,"ann","DE","user-7","card-1"]
      """
    #expect(request.fingerprint(app: TestStore.app) == SHA256Hash(of: text).bytes)
  }

  @Test("Only one process at a time can use a folder")
  func oneAtATime() async throws {
    let test = try TestStore()
    let store = try test.open()
    #expect(throws: (any Error).self) { try test.open() }
    await store.close()
    await (try test.open()).close()
  }

  @Test("Only their user can read private keys and secrets; tokens are stored as digests")
  func secrets() async throws {
    let test = try TestStore()
    let store = try test.open()
    let tokens = try await store.run {
      try $0.sessions.logIn(.email("ann@example.com"), country: nil, app: TestStore.app)
    }
    _ = try await store.run { try $0.signingKeys.rotate() }
    await store.close()
    var confidential: [String] = []
    let walker = try #require(FileManager.default.enumerator(at: test.url, includingPropertiesForKeys: nil))
    for case let file as URL in walker {
      var status = stat()
      #expect(stat(file.path, &status) == 0)
      #expect(status.st_mode & 0o077 == 0, "\(file.lastPathComponent)")
      if file.pathExtension == "pem" || file.lastPathComponent == "merchant-secret" {
        confidential.append(file.lastPathComponent)
        #expect(status.st_mode & 0o777 == 0o600)
      }
      guard file.pathExtension.hasPrefix("sqlite") else { continue }
      let bytes = try Data(contentsOf: file)
      for token in [tokens.accessToken, tokens.refreshToken] {
        #expect(bytes.range(of: Data(token.text.utf8)) == nil)
      }
    }
    #expect(confidential.count == 2)
  }
}

@Suite("Many simultaneous requests") struct ConcurrencyTests {
  @Test("64 simultaneous payments with one key are one order")
  func oneKey() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let request = try await store.request(TestShop.coins, by: ann)
    let payments = try await withThrowingTaskGroup(of: Payment.self) { group in
      for _ in 0..<64 { group.addTask { try await store.run { try $0.orders.pay(request, by: ann) } } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(payments.map(\.order.id)).count == 1)
    #expect(payments.filter(\.isNew).count == 1)
    #expect(try await store.allOrders().count == 1)
  }

  @Test("64 simultaneous payments for a non-consumable with different keys are one order")
  func oneProduct() async throws {
    let store = try TestStore().open()
    let ann = try await store.session()
    let payments = try await withThrowingTaskGroup(of: Payment.self) { group in
      for _ in 0..<64 { group.addTask { try await store.buy(TestShop.shelf, by: ann) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(payments.filter(\.isNew).count == 1)
    #expect(try await store.allOrders().count == 1)
  }

  @Test("With 64 simultaneous payments and settlements of the same keys, each key is either paid and reported, or void")
  func settled() async throws {
    var generator = SeededGenerator()
    let store = try TestStore().open()
    let ann = try await store.session()
    var requests: [OrderRequest] = []
    for _ in 0..<32 { requests.append(try await store.request(TestShop.coins, by: ann)) }
    let all = requests
    let order = ((0..<32).map { (index: $0, pays: true) } + (0..<32).map { (index: $0, pays: false) })
      .shuffled(using: &generator)
    let outcomes = await withTaskGroup(of: (index: Int, pays: Bool, order: String?).self) { group in
      for step in order {
        group.addTask {
          let request = all[step.index]
          let id =
            step.pays
            ? try? await store.run { try $0.orders.pay(request, by: ann).order.id }
            : try? await store.run { try $0.orders.settle(request.key, by: ann)?.id }
          return (step.index, step.pays, id)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for index in all.indices {
      let paid = outcomes.first { $0.index == index && $0.pays }?.order
      let told = outcomes.first { $0.index == index && !$0.pays }?.order
      #expect(paid == told, "seed \(generator.seed)")
    }
    #expect(try await store.allOrders().count == Set(outcomes.compactMap(\.order)).count)
  }
}
