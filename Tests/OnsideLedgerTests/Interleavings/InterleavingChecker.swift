import Foundation
import LedgerTestSupport
import OnsideMerchant

/// A checker that tries every order of the model's steps up to a depth with a real ledger.
///
/// After each step, the ledger's decisions and entitlements must be those of ``LedgerModel``. At the end, the publisher's
/// server must know the state of each granted order, and the store must be asked again about each valid one.
struct InterleavingChecker: Sendable {
  /// The reason why a sequence of steps failed.
  struct Violation: Error, CustomStringConvertible {
    let steps: [LedgerStep]
    let problem: String

    var description: String { "\(steps.map { "\($0)" }.joined(separator: ", ")): \(problem)" }
  }

  let product: StoreModel.Product
  let ledger: MutantLedger

  /// Runs all sequences with a number of steps. Shorter sequences need no run, because they are the beginnings of
  /// these.
  ///
  /// - Returns: the number of sequences.
  /// - Throws: ``Violation`` for the first sequence that fails.
  func run(depth: Int) async throws -> Int {
    try await extend([], depth: depth)
  }

  private func extend(_ steps: [LedgerStep], depth: Int) async throws -> Int {
    guard steps.count < depth else {
      // A last step that changes only the store does not reach the ledger.
      if [.buy, .renew, .refund, .reinstate, .end].contains(steps.last) { return 0 }
      try await check(steps)
      return 1
    }
    var count = 0
    for step in LedgerStep.steps(of: product) where Self.isPossible(step, after: steps, product) {
      count += try await extend(steps + [step], depth: depth)
    }
    return count
  }

  /// Whether a step can have an effect after others.
  private static func isPossible(_ step: LedgerStep, after steps: [LedgerStep], _ product: StoreModel.Product) -> Bool {
    var store = StoreModel(product)
    for (index, step) in steps.enumerated() { store.apply(step, at: Double(index)) }
    let isSending = (steps.lastIndex(of: .send) ?? -1) > (steps.lastIndex(of: .arrive) ?? -1)
    switch step {
    case .buy: return !store.isSold
    case .renew: return store.canRenew
    case .refund: return store.canRefund
    case .reinstate: return store.canReinstate
    case .end: return store.isSold && !steps.contains(.end)
    case .ann, .eve, .store: return store.isSold
    case .annLate, .storeLate: return !store.earlierStatement().isEmpty
    case .failedCheck: return steps.last != .failedCheck && (steps.contains(.ann) || steps.contains(.annLate))
    case .send: return !isSending && (steps.contains(.ann) || steps.contains(.annLate) || steps.contains(.eve))
    case .arrive: return isSending
    }
  }

  private func check(_ steps: [LedgerStep]) async throws {
    var run = Run(product: product, ledger: ledger)
    do {
      for (index, step) in steps.enumerated() { try await run.take(step, number: index + 1) }
      try await run.end()
    } catch let problem as Run.Problem {
      // The next sequence must not find this one's events.
      try? await run.forgetEvents()
      throw Violation(steps: steps, problem: problem.text)
    }
  }
}

extension StoreModel {
  /// Applies a step of the store; other steps change nothing.
  mutating func apply(_ step: LedgerStep, at now: TimeInterval) {
    switch step {
    case .buy: buy(at: now)
    case .renew: renew(at: now)
    case .refund: refund(at: now)
    case .reinstate: reinstate(at: now)
    case .end, .ann, .annLate, .eve, .store, .storeLate, .failedCheck, .send, .arrive: break
    }
  }
}

/// One sequence of steps with its store, its model and its publisher's server.
private struct Run {
  struct Problem: Error {
    let text: String
  }

  private let ledger: MutantLedger
  private let (ann, eve): (String, String)
  private var store: StoreModel
  private var model = LedgerModel()
  /// The decisions that granted each order.
  private var grants: [UUID: Int] = [:]
  /// The newest event of each order that has reached the publisher's server.
  private var received: [UUID: OrderEvent] = [:]
  private var onTheWay: [OrderEvent] = []
  /// Whether the first period has ended. The time is then later by a period.
  private var hasEnded = false
  private var now: TimeInterval = 0

  init(product: StoreModel.Product, ledger: MutantLedger) {
    store = StoreModel(product)
    self.ledger = ledger
    let name = UUID().uuidString
    (ann, eve) = ("ann \(name)", "eve \(name)")
  }

  mutating func take(_ step: LedgerStep, number: Int) async throws {
    if step == .end { hasEnded = true }
    now = Double(number) + (hasEnded ? StoreModel.period : 0)
    ledger.clock.set(now)
    store.apply(step, at: now)
    switch step {
    case .buy, .renew, .refund, .reinstate, .end: return
    case .ann: try await record(store.statement(at: now), for: ann)
    case .annLate: try await record(store.earlierStatement(), for: ann)
    case .eve: try await record(store.statement(at: now), for: eve)
    case .store: try await record(store.statement(at: now), for: nil)
    case .storeLate: try await record(store.earlierStatement(), for: nil)
    case .failedCheck: try await ledger.failChecks()
    case .send: onTheWay = try await ledger.ledger.takeDueEvents(limit: 10)
    case .arrive: try await arrive()
    }
  }

  private mutating func record(_ purchases: [InAppPurchase], for customer: String?) async throws {
    let expected = model.record(purchases, for: customer, at: now)
    let decisions = try await ledger.record(purchases, for: customer)
    for decision in decisions where decision.outcome == .granted {
      grants[decision.orderID, default: 0] += 1
      if grants[decision.orderID] != 1 { throw Problem(text: "an order is granted twice") }
    }
    guard decisions == expected else {
      throw Problem(text: "the decisions are \(decisions.map(\.outcome)) and not \(expected.map(\.outcome))")
    }
    for customer in [ann, eve] {
      let owned = try await ledger.ledger.entitlements(of: customer, at: ledger.clock.now).map(\.orderID)
      let expected = model.entitlements(of: customer, at: now)
      guard owned == expected else {
        throw Problem(text: "\(customer.prefix(3)) has \(owned.count) orders and not \(expected.count)")
      }
    }
  }

  // MARK: Events

  private mutating func arrive() async throws {
    for event in onTheWay {
      if received[event.orderID].map({ $0.asOf <= event.asOf }) ?? true { received[event.orderID] = event }
      try await ledger.remove(event)
    }
    onTheWay = []
  }

  /// Delivers the events that are left, and compares the events at the publisher's server with the model.
  mutating func end() async throws {
    try await arrive()
    // An event that was taken before it was replaced, and one whose delivery failed, are due again by then.
    ledger.clock.move(by: 86_400)
    onTheWay = try await ledger.ledger.takeDueEvents(limit: 10)
    try await arrive()
    for id in model.granted {
      guard let event = received[id] else { throw Problem(text: "the publisher never heard of a granted order") }
      guard (event.state == .revoked) == (model.newest[id]?.revocationDate != nil) else {
        throw Problem(text: "the publisher believes that an order is \(event.state)")
      }
      guard event.customer == model.owner, event.expiresAt == model.newest[id]?.expiresAt else {
        throw Problem(text: "the publisher has another customer or end of an order")
      }
    }
    guard received.count == model.granted.count else {
      throw Problem(text: "an order that was not granted has an event")
    }
    for id in store.sold {
      guard try await ledger.hasCheck(id) == model.needsCheck(id) else {
        throw Problem(
          text: model.needsCheck(id) ? "an order is not checked again" : "an order without a need is checked again")
      }
    }
  }

  func forgetEvents() async throws {
    ledger.clock.move(by: 86_400)
    for event in try await ledger.ledger.takeDueEvents(limit: 10) { try await ledger.ledger.remove(event) }
  }
}
