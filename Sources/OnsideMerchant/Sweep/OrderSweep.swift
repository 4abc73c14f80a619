import Foundation

/// A sweep over the granted orders of a ledger. It asks the store's Merchant API about them again and again, so that a
/// refund arrives even if no app presents a history any more, and a renewal too.
///
/// The answer leads to the same decision of the ledger as a history that the customer presents. The pause after a check is
/// an eighth of the order's age, so that young orders are asked about more often than old ones. The state is in the ledger,
/// so a sweep continues where an earlier one ended, and several servers share the work.
public struct OrderSweep: Sendable {
  /// A step of the sweep, for a log and for metrics.
  public enum Step: Sendable {
    /// The store answered, and the ledger recorded the answer.
    case checked(order: UUID, decisions: [LedgerDecision])
    /// The check of this order failed. It is made again after the pause, which is longer after each failure of the order.
    case postponed(order: UUID, Obstacle, Duration)
    /// The checks of several orders in a row failed, or one failed for a reason that concerns every order. The sweep
    /// pauses and then continues.
    case paused(Obstacle, Duration)
    /// The ledger's row of this order is damaged. The sweep does not ask about this order, and continues with the
    /// others.
    case damaged(order: UUID)
    /// The sweep took orders from the ledger. `lag` is the time for which the check that has waited longest was due;
    /// nil if no check was due.
    case took(lag: Duration?)
  }

  /// The reason why a check failed.
  public enum Obstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store has no usable answer.
    case store(ConfirmationError)
    /// The ledger failed, or cannot record the store's answer.
    case ledger(LedgerError)

    /// The problem, in a sentence without a period at the end.
    public var description: String {
      switch self {
      case .store(let error): "\(error)"
      case .ledger(let error): "\(error)"
      }
    }
  }

  /// The numbers of a pass.
  public struct Summary: Hashable, Sendable {
    /// The orders about which the store answered.
    public var checked = 0
    /// The checks that failed.
    public var skipped = 0
    /// The purchases in the answers that the ledger decided to be revoked.
    public var revoked = 0

    /// Creates the numbers of a pass.
    public init(checked: Int = 0, skipped: Int = 0, revoked: Int = 0) {
      self.checked = checked
      self.skipped = skipped
      self.revoked = revoked
    }
  }

  /// The number of orders that are asked about at the same time: the number of the client's connections.
  static let width = MerchantClientOptions().maximumConnections
  /// The largest number of orders that are taken from the ledger at once. They wait for 10 minutes if the program is
  /// killed.
  private static let largestBatch = 20
  /// The maximum time for the checks of a batch at the sweep's rate. It is shorter than the time for which orders are
  /// taken.
  private static let batchTime: Duration = .seconds(300)
  /// The time after which the ledger is asked again for orders that are due.
  private static let idlePause: Duration = .seconds(5)
  /// The pause before an order is checked again after a failure, which grows with the order's failures in a row.
  static let orderPause = GrowingPause(first: .seconds(300), longest: .seconds(86_400))
  /// The pause of the sweep in an outage of the store or of the ledger.
  private static let outagePause = GrowingPause(first: .seconds(1), longest: .seconds(300))

  let ledger: any StoreLedger
  let source: ConfirmedHistorySource
  /// The time between the beginnings of two checks.
  let interval: Duration
  /// The number of orders that are taken from the ledger at once.
  let batch: Int
  let observer: @Sendable (Step) -> Void
  private let timeout: Duration

  /// Creates a sweep over a ledger in SQLite.
  ///
  /// - Parameters:
  ///   - bundleIDs: The publisher's apps.
  ///   - client: The client of the Merchant API.
  ///   - verifier: A verifier with the store's keys.
  ///   - rate: The maximum number of orders to ask about in a second, more than 0.
  ///   - observer: A closure that gets each step.
  public init(
    ledger: SQLiteLedger, bundleIDs: Set<String>, client: MerchantClient, verifier: HistoryVerifier, rate: Double = 1,
    observer: @escaping @Sendable (Step) -> Void = { _ in }
  ) {
    self.init(
      anyLedger: ledger, bundleIDs: bundleIDs, client: client, verifier: verifier, rate: rate, observer: observer)
  }

  /// - Parameter timeout: The timeout of the requests about one order.
  package init(
    anyLedger ledger: any StoreLedger, bundleIDs: Set<String>, client: MerchantClient, verifier: HistoryVerifier,
    rate: Double, timeout: Duration = .seconds(30), observer: @escaping @Sendable (Step) -> Void
  ) {
    precondition(rate > 0, "A sweep needs a rate of more than 0 requests a second.")
    self.ledger = ledger
    source = ConfirmedHistorySource(
      client: client, verifier: verifier, bundleIDs: Set(bundleIDs.map(ExactText.init)))
    interval = .seconds(1) / rate
    batch = max(1, Int(min(Double(Self.largestBatch), rate * (Self.batchTime / .seconds(1)))))
    self.timeout = timeout
    self.observer = observer
  }

  /// Asks about all orders that are due, and continues until the task is cancelled. In an outage of the store or of the
  /// ledger, the sweep pauses: a second first, and then twice as long each time, up to 5 minutes, or as long as the
  /// store's `Retry-After` demands.
  public func run() async {
    var outage = Outage(pause: Self.outagePause)
    var summary = Summary()
    while !Task.isCancelled {
      do throws(Obstacle) {
        try await pass(&outage, &summary)
        await Self.sleep(Self.idlePause)
      } catch {
        await wait(after: error, &outage)
      }
    }
  }

  /// Asks about the orders that are due now, until none is due.
  ///
  /// - Parameters:
  ///   - all: Whether to ask about all orders that need a check, due or not.
  ///   - maximumPauses: The number of pauses without a success between them after which the pass gives up; see ``run()``. A
  ///     failure that a pause cannot mend, such as a refused secret, ends it at once.
  /// - Throws: ``Obstacle``. The orders that were not asked about stay due.
  public func pass(all: Bool = false, maximumPauses: Int = 0) async throws(Obstacle) -> Summary {
    if all {
      try await inLedger { () async throws(LedgerError) in try await ledger.makeAllChecksDue(of: source.bundleIDs) }
    }
    var outage = Outage(pause: Self.outagePause)
    var summary = Summary()
    while true {
      do throws(Obstacle) {
        try await pass(&outage, &summary)
        return summary
      } catch {
        guard !Task.isCancelled, !error.isLasting, outage.pauses < maximumPauses else { throw error }
        await wait(after: error, &outage)
      }
    }
  }

  private func wait(after obstacle: Obstacle, _ outage: inout Outage) async {
    guard !Task.isCancelled else { return }
    let pause = outage.beginPause(demanded: obstacle.retryAfter)
    observer(.paused(obstacle, pause))
    await Self.sleep(pause)
  }

  /// Asks the store about an order, and records the answer.
  func decisions(about order: UUID) async throws(Obstacle) -> [LedgerDecision] {
    let history: SignedHistory
    do throws(ConfirmationError) {
      // A retry would exceed the rate. After a failure, the check is postponed or the sweep pauses anyway.
      history = try await source.history(of: order, until: .now + timeout, repeats: false)
    } catch {
      throw .store(error)
    }
    return try await inLedger { () async throws(LedgerError) in
      let decisions = try await ledger.record(fromStore: history, checking: order)
      // The ledger has scheduled the next check, unless it cannot use the store's answer for the order's owner.
      let isScheduled = decisions.contains { $0.orderID == order && $0.outcome != .belongsToAnother }
      if !isScheduled { try await ledger.skipCheck(of: order) }
      return decisions
    }
  }

  func inLedger<Value>(_ body: () async throws(LedgerError) -> Value) async throws(Obstacle) -> Value {
    do throws(LedgerError) {
      return try await body()
    } catch {
      throw .ledger(error)
    }
  }

  static func sleep(_ time: Duration) async {
    guard time > .zero else { return }
    try? await Task.sleep(for: time)  // a cancelled task ends at its next check
  }
}

extension OrderSweep.Obstacle {
  /// Whether the check of every order would fail in the same way. Any other failure can be that of a single order.
  var concernsAll: Bool {
    switch self {
    case .store(.merchant(let error)):
      switch error {
      case .unauthorized, .token, .insecureServer, .rateLimited, .cancelled: true
      case .notAllowed, .unknownOrder, .unavailable, .redirected, .unexpectedStatus, .unexpectedContentType, .tooLarge,
        .notSigned, .timedOut, .unreachable:
        false
      }
    case .store(.history(.key(.unavailable))), .store(.postponed): true
    case .store(.history), .store(.otherApp), .store(.orderMissing): false
    case .ledger(.damaged), .ledger(.invalidCustomer), .ledger(.invalidHistory), .ledger(.failed): false
    case .ledger(.unavailable), .ledger(.newer), .ledger(.notAllowed), .ledger(.invalidConnectionString),
      .ledger(.closed):
      true
    }
  }

  /// Whether somebody must mend something before any check can succeed.
  var isLasting: Bool {
    switch self {
    case .store(let error): concernsAll && !error.isTransient
    case .ledger(.unavailable): false
    case .ledger: concernsAll
    }
  }

  /// The store's `Retry-After`; nil if it sent none.
  var retryAfter: Duration? {
    if case .store(.merchant(let error)) = self { return error.retryAfter }
    return nil
  }
}
