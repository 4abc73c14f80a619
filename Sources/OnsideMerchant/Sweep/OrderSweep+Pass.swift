import Foundation

/// One pass: several checks at the same time, under one rate.
extension OrderSweep {
  private enum Event: Sendable {
    /// The rate allows the next check.
    case ready
    /// The store has answered, and the ledger has recorded the answer.
    case checked(revoked: Int)
    /// The check failed and was postponed.
    case postponed(order: UUID, Obstacle)
    /// The check failed for a reason that does not lie in the order, so it stays due.
    case notMade(OrderCheck, Obstacle)
  }

  private struct Progress {
    /// The checks that were taken from the ledger and have not begun.
    var taken: [OrderCheck] = []
    /// The checks that were begun and could not be made.
    var left: [OrderCheck] = []
    var running = 0
    var isReady = true
    /// Whether the ledger has no further check that is due.
    var isDrained = false
    var obstacle: Obstacle?
  }

  /// Asks about the orders that are due now, until none is due or there is an outage.
  ///
  /// - Throws: ``Obstacle`` for an outage. The checks that were not made stay due.
  func pass(_ outage: inout Outage, _ summary: inout Summary) async throws(Obstacle) {
    var progress = Progress()
    await withTaskGroup(of: Event.self) { group in
      var next = ContinuousClock.now
      while true {
        let canBegin = !outage.isOn && !progress.isDrained && !Task.isCancelled
        if canBegin, progress.isReady, progress.running < Self.width {
          guard let check = await nextCheck(&progress, &outage) else { continue }
          progress.running += 1
          progress.isReady = false
          // A check that begins late does not delay the later ones. But two checks never begin together to save time,
          // because the rate limits the requests.
          next = max(next, .now - interval) + interval
          group.addTask { [next] in
            await Self.sleep(next - .now)
            return .ready
          }
          group.addTask { await make(check) }
          continue
        }
        guard canBegin || progress.running > 0, let event = await group.next() else { break }
        note(event, &progress, &outage, &summary)
      }
      // Only the wait for the next check is left.
      group.cancelAll()
    }
    // Ignore a failure of this call: the orders are then due again after 10 minutes, and the obstacle is the error to
    // report.
    try? await ledger.returnChecks(progress.left + progress.taken)
    guard !Task.isCancelled else { throw .store(.merchant(.cancelled)) }
    if outage.isOn, let obstacle = progress.obstacle { throw obstacle }
  }

  /// Returns the next check that is due; nil if there is none or the ledger failed.
  private func nextCheck(_ progress: inout Progress, _ outage: inout Outage) async -> OrderCheck? {
    if progress.taken.isEmpty {
      do throws(Obstacle) {
        progress.taken = try await inLedger { () async throws(LedgerError) in
          observer(.took(lag: try await ledger.checkLag(of: source.bundleIDs)))
          let due = try await ledger.takeDueChecks(of: source.bundleIDs, limit: batch)
          for order in due.damaged { observer(.damaged(order: order)) }
          return due.checks
        }
      } catch {
        progress.obstacle = error
        outage.noteFailureOfAll()
        return nil
      }
    }
    progress.isDrained = progress.taken.isEmpty
    return progress.isDrained ? nil : progress.taken.removeFirst()
  }

  private func make(_ check: OrderCheck) async -> Event {
    do throws(Obstacle) {
      let decisions = try await decisions(about: check.orderID)
      observer(.checked(order: check.orderID, decisions: decisions))
      return .checked(revoked: decisions.filter { $0.outcome == .revoked }.count)
    } catch {
      guard !error.concernsAll, !Task.isCancelled else { return .notMade(check, error) }
      // The order waits, whether the failure is its own or the beginning of an outage. If it stayed due, a failure of its
      // own would stop the orders behind it each time.
      let own = Self.orderPause.random(afterFailures: Int(clamping: check.failures) + 1)
      let pause = min(max(own, error.retryAfter ?? .zero), Self.orderPause.longest)
      do throws(LedgerError) {
        try await ledger.postponeCheck(check, by: pause)
      } catch {
        return .notMade(check, .ledger(error))
      }
      observer(.postponed(order: check.orderID, error, pause))
      return .postponed(order: check.orderID, error)
    }
  }

  private func note(
    _ event: Event, _ progress: inout Progress, _ outage: inout Outage, _ summary: inout Summary
  ) {
    switch event {
    case .ready:
      progress.isReady = true
      return
    case .checked(let revoked):
      summary.checked += 1
      summary.revoked += revoked
      outage.noteSuccess()
    case .postponed(let order, let obstacle):
      summary.skipped += 1
      progress.obstacle = obstacle
      outage.noteFailure(of: order)
    case .notMade(let check, let obstacle):
      progress.left.append(check)
      progress.obstacle = obstacle
      outage.noteFailureOfAll()
    }
    progress.running -= 1
  }
}
