#if os(Linux)
import CausewayJSON
import Foundation
import OnsideMerchant

/// The checks of `GET /readyz`: whether this server can validate purchases now.
actor Readiness {
  enum Check: String, CaseIterable, Sendable {
    /// The ledger answers.
    case ledger
    /// The store's keys are there and not too old.
    case keys
    /// The Merchant API answers and accepts the credentials.
    case store
  }

  /// The result of a check: nil if it succeeded, or the reason, for the log.
  typealias Problem = String

  /// The time after which a check counts as failed.
  static let timeout: Duration = .seconds(3)
  /// The time for which the result about the store is used again, because a probe every second must not become a
  /// request to the store every second.
  private static let storePause: Duration = .seconds(30)

  private let ledger: any EntitlementLedger
  private let keys: StoreKeys
  private let confirmation: OrderConfirmation
  private let metrics: MerchantMetrics
  private var running: [Check: Task<Problem?, Never>] = [:]
  private var store: (problem: Problem?, until: ContinuousClock.Instant)?

  init(ledger: any EntitlementLedger, keys: StoreKeys, confirmation: OrderConfirmation, metrics: MerchantMetrics) {
    self.ledger = ledger
    self.keys = keys
    self.confirmation = confirmation
    self.metrics = metrics
  }

  /// Runs the checks at the same time.
  ///
  /// - Returns: the checks that failed, each with its reason.
  func problems(of checks: [Check], within timeout: Duration = Readiness.timeout) async -> [Check: Problem] {
    let tasks = checks.map { (check: $0, task: task($0)) }
    let deadline = ContinuousClock.now + timeout
    var problems: [Check: Problem] = [:]
    for (check, task) in tasks {
      let problem = await Self.value(of: task, until: deadline) ?? "there was no answer within \(timeout)"
      problems[check] = problem
      metrics.setReady(problem == nil, check.rawValue)
    }
    return problems
  }

  /// Returns the running check, or starts it. A check that hangs is not started again, so that probes do not pile up.
  private func task(_ check: Check) -> Task<Problem?, Never> {
    if let running = running[check] { return running }
    let task = Task {
      let problem = await self.problem(check)
      self.running[check] = nil
      return problem
    }
    running[check] = task
    return task
  }

  private func problem(_ check: Check) async -> Problem? {
    switch check {
    case .ledger:
      do throws(LedgerError) {
        _ = try await ledger.newOrders(of: [UUID()])
        return nil
      } catch {
        return "\(error)"
      }
    case .keys:
      for source in keys.sources {
        let status = await source.keys.load()
        metrics.setKeys(status, of: source.name)
        if !status.isUsable {
          return "\(source.name): \(status.failure.map { "\($0)" } ?? "the keys are too old")"
        }
      }
      return nil
    case .store:
      if let store, store.until > .now { return store.problem }
      let problem = await StoreCheck(confirmation: confirmation).problem()
      store = (problem, .now + Self.storePause)
      return problem
    }
  }

  /// Returns the task's value; nil if the task does not end in time. The task continues.
  private static func value(
    of task: Task<Problem?, Never>, until deadline: ContinuousClock.Instant
  ) async -> Problem?? {
    let (values, continuation) = AsyncStream.makeStream(of: Problem??.self, bufferingPolicy: .bufferingOldest(1))
    let waiter = Task { continuation.yield(.some(await task.value)) }
    let timer = Task {
      // A cancelled timer has no effect, because the value has arrived.
      try? await Task.sleep(until: deadline)
      continuation.yield(.none)
    }
    defer {
      waiter.cancel()
      timer.cancel()
    }
    for await value in values { return value }
    return nil
  }
}
#endif
