#if os(Linux)
import CausewayJSON
import Foundation
import OnsideMerchant

/// The checks of `GET /readyz`: whether this server can validate purchases now.
actor Readiness {
  enum Check: String, CaseIterable, Sendable {
    /// The ledger answers.
    case ledger
    /// A location of the store's keys has a key, and its keys are not too old.
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
  private let log: ServerLog
  /// The reasons why the keys could not be fetched the last time, by their locations.
  private var failures: [String: String] = [:]
  private var running: [Check: Task<Problem?, Never>] = [:]
  private var store: (problem: Problem?, until: ContinuousClock.Instant)?

  init(
    ledger: any EntitlementLedger, keys: StoreKeys, confirmation: OrderConfirmation, metrics: MerchantMetrics,
    log: ServerLog
  ) {
    self.ledger = ledger
    self.keys = keys
    self.confirmation = confirmation
    self.metrics = metrics
    self.log = log
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
      let problem = await keysProblem()
      for source in keys.sources { metrics.setKeys(await source.keys.status(), of: source.name) }
      return problem
    case .store:
      if let store, store.until > .now { return store.problem }
      let problem = await StoreCheck(confirmation: confirmation).problem()
      store = (problem, .now + Self.storePause)
      return problem
    }
  }

  /// Loads all key sets at the same time. A history is accepted with a key of any set, so the first set with a key is
  /// enough, and a location that does not answer must not delay the result.
  private func keysProblem() async -> Problem? {
    let (results, continuation) = AsyncStream.makeStream(of: Problem?.self)
    for source in keys.sources {
      // The load ends with the timeout of the source, also after this method has returned.
      Task {
        let status = await source.keys.load()
        self.note(status, of: source)
        continuation.yield(Self.problem(of: source, status))
      }
    }
    var problems: [Problem] = []
    for await problem in results {
      guard let problem else { return nil }
      problems.append(problem)
      if problems.count == keys.sources.count { break }
    }
    return problems.sorted().joined(separator: "; ")
  }

  /// Logs why the last fetch failed, unless the one before failed for the same reason: the server is ready as long as it
  /// has other or older keys, so the reason is in no other line of the log.
  private func note(_ status: KeySetStatus, of source: StoreKeys.Source) {
    let failure = status.failure.map { "\($0)" }
    let before = failures[source.name]
    failures[source.name] = failure
    guard let failure, failure != before else { return }
    log.write(
      .warning, .keysNotFetched, "warning: the store's keys cannot be fetched from \(source.name): \(failure)",
      ["location": .string(source.name)])
  }

  private static func problem(of source: StoreKeys.Source, _ status: KeySetStatus) -> Problem? {
    guard status.isUsable else {
      return "\(source.name): \(status.failure.map { "\($0)" } ?? "the keys are too old")"
    }
    return status.keyCount > 0 ? nil : "\(source.name): the key set has no keys"
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
