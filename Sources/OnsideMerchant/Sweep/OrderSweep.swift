import Foundation

/// A sweep over the granted orders of a ledger. It asks the store's Merchant API about them again and again, so that a
/// refund arrives even if no app presents a history any more, and a renewal too.
///
/// The answer leads to the same decision of the ledger as a history that the customer presents. The pause after a check is
/// an eighth of the order's age, so that young orders are asked about more often than old ones. The state is in the ledger,
/// so a sweep continues where an earlier one ended, and several servers share the work.
public struct OrderSweep: Sendable {
  /// What the sweep does, for a log and for metrics.
  public enum Step: Sendable {
    /// The store answered, and the ledger recorded the answer.
    case checked(order: UUID, decisions: [LedgerDecision])
    /// The store has no usable answer about this order. The next check has its usual time.
    case skipped(order: UUID, ConfirmationError)
    /// The store or the ledger is not available. The sweep pauses and then continues with the same orders.
    case paused(Obstacle, Duration)
    /// The sweep took orders from the ledger; the one that has waited longest was due for this time. Nil for none.
    case took(lag: Duration?)
  }

  /// The reason why a sweep cannot continue.
  public enum Obstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store does not answer, or refuses the merchant.
    case store(ConfirmationError)
    /// The ledger failed.
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
    /// The orders without a usable answer.
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

  /// The number of orders that are taken from the ledger at once. They wait for 10 minutes if the program is killed.
  private static let batch = 20
  /// The time after which the ledger is asked again for orders that are due.
  private static let idlePause: Duration = .seconds(5)
  private static let failurePause = GrowingPause(first: .seconds(1), longest: .seconds(300))

  private let ledger: any StoreLedger
  private let source: ConfirmedHistorySource
  private let pause: Duration
  private let timeout: Duration
  private let observer: @Sendable (Step) -> Void

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
    pause = .seconds(1) / rate
    self.timeout = timeout
    self.observer = observer
  }

  /// Asks about all orders that are due, and continues until the task is cancelled. If the store or the ledger is not
  /// available, the sweep pauses: a second first, and then twice as long each time, up to 5 minutes.
  public func run() async {
    var failures = 0
    while !Task.isCancelled {
      do throws(Obstacle) {
        let summary = try await pass()
        failures = 0
        if summary.checked + summary.skipped == 0 { await Self.sleep(Self.idlePause) }
      } catch {
        guard !Task.isCancelled else { return }
        failures += 1
        let pause = Self.failurePause.duration(afterFailures: failures)
        observer(.paused(error, pause))
        await Self.sleep(pause)
      }
    }
  }

  /// Asks about the orders that are due now, until none is due.
  ///
  /// - Parameter all: Whether to ask about all orders that have a check, due or not.
  /// - Throws: ``Obstacle``. The orders that were not asked about stay due.
  public func pass(all: Bool = false) async throws(Obstacle) -> Summary {
    var summary = Summary()
    if all {
      try await inLedger { () async throws(LedgerError) in try await ledger.makeAllChecksDue(of: source.bundleIDs) }
    }
    var next = ContinuousClock.now
    while !Task.isCancelled {
      observer(
        .took(
          lag: try await inLedger { () async throws(LedgerError) in try await ledger.checkLag(of: source.bundleIDs) }))
      var orders = try await inLedger { () async throws(LedgerError) in
        try await ledger.takeDueChecks(of: source.bundleIDs, limit: Self.batch)
      }[...]
      guard !orders.isEmpty else { break }
      do throws(Obstacle) {
        while let order = orders.first {
          await Self.sleep(next - .now)
          guard !Task.isCancelled else { throw .store(.merchant(.cancelled)) }
          next = max(next, .now) + pause
          // An answer about a subscription contains all its orders, so a later order of the batch may be done already.
          // It is asked about all the same: that is rare, and costs one request.
          try await check(order, &summary)
          orders.removeFirst()
        }
      } catch {
        let left = Array(orders)
        // The store's obstacle is the reason to report. If this fails, the orders are due again after 10 minutes.
        try? await ledger.returnChecks(of: left)
        throw error
      }
    }
    return summary
  }

  private func check(_ order: UUID, _ summary: inout Summary) async throws(Obstacle) {
    let history: SignedHistory
    do throws(ConfirmationError) {
      history = try await source.history(of: order, until: .now + timeout)
    } catch {
      guard !error.isGeneral else { throw .store(error) }
      try await inLedger { () async throws(LedgerError) in try await ledger.skipCheck(of: order) }
      summary.skipped += 1
      observer(.skipped(order: order, error))
      return
    }
    let decisions = try await inLedger { () async throws(LedgerError) in
      let decisions = try await ledger.record(fromStore: history)
      // The ledger has scheduled the next check, unless it cannot use the store's answer for the order's owner.
      let isScheduled = decisions.contains { $0.orderID == order && $0.outcome != .belongsToAnother }
      if !isScheduled { try await ledger.skipCheck(of: order) }
      return decisions
    }
    summary.checked += 1
    summary.revoked += decisions.filter { $0.outcome == .revoked }.count
    observer(.checked(order: order, decisions: decisions))
  }

  private func inLedger<Value>(
    _ body: () async throws(LedgerError) -> Value
  ) async throws(Obstacle) -> Value {
    do throws(LedgerError) {
      return try await body()
    } catch {
      throw .ledger(error)
    }
  }

  private static func sleep(_ time: Duration) async {
    guard time > .zero else { return }
    try? await Task.sleep(for: time)  // a cancelled task ends at its next check
  }
}
