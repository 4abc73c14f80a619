/// The times at which the store is asked again about a granted order, so that a refund that nobody presents arrives.
///
/// The pause after a check is an eighth of the order's age, because most refunds come soon after the purchase: an order
/// is asked about some 50 times in its first year, and half of these checks are in its first two weeks. The pause is the
/// same for orders of the same age; it has no random part, because the sweep's rate already spreads the checks. An order
/// that is revoked, has ended or is too old is not asked about any more.
package enum CheckSchedule {
  private static let hour: Int64 = 3_600_000_000
  /// The shortest pause after a check: a quarter of a day.
  package static let shortestPause = 6 * hour
  /// The longest pause after a check: 30 days.
  package static let longestPause = 30 * 24 * hour
  /// The age from which an order is not asked about any more: two years.
  package static let maximumAge = 730 * 24 * hour
  /// The time after the end of a period in which the store is still asked about the order, if the period was renewed or
  /// cannot be renewed: a day.
  package static let timeAfterEnd = 24 * hour
  /// The time after the end of a period in which the store is asked for the renewal of the subscription: 60 days. A store
  /// that cannot charge the customer tries again for weeks, and the renewal begins when the payment succeeds.
  package static let timeForRenewal = 60 * 24 * hour
  /// The time for which an order is taken for a check: 10 minutes.
  static let lease = hour / 6
  /// The pause of an order that the ledger cannot read because its row is damaged: a day.
  static let damagePause = 24 * hour
  /// A check that is later than this from now on was planned by a clock that was wrong, so it is due: 31 days.
  static let furthest = longestPause + 24 * hour
  /// The divisor of the order's age that gives the pause.
  private static let fraction: Int64 = 8

  /// The time of a check that was never scheduled, because an earlier version of the ledger granted the order.
  package static let unscheduled = LedgerTime(microseconds: 0)

  /// Returns the time of the next check of an order; nil for none.
  ///
  /// - Parameter isRenewed: Whether the order's period was renewed.
  package static func next(of order: LedgerOrder, at now: LedgerTime, isRenewed: Bool = false) -> LedgerTime? {
    let statement = order.statement
    guard order.grant != nil, statement.revokedAt == nil else { return nil }
    // Ages and ends are by the store's clock, which can be ahead, and the result is by the backend's clock.
    let time = max(now, statement.fetchedAt).microseconds
    let age = max(0, time - statement.purchasedAt.microseconds)
    guard age < maximumAge else { return nil }
    var pause = min(max(age / fraction, shortestPause), longestPause)
    if let end = statement.expiresAt?.microseconds {
      let canRenew = statement.type == .autoRenewableSubscription && !isRenewed
      guard end + (canRenew ? timeForRenewal : timeAfterEnd) > time else { return nil }
      // At the end of a period the store knows whether it was renewed. Later, a renewal depends on a late payment.
      pause = time < end ? min(pause, max(end - time, shortestPause)) : pauseAfterEnd(time - end)
    }
    return LedgerTime(microseconds: now.microseconds + pause)
  }

  /// Returns the pause before the next check of an order whose period has ended: 6 hours on the first day, then a day, and
  /// later an eighth of the time since the end.
  private static func pauseAfterEnd(_ time: Int64) -> Int64 {
    time < 24 * hour ? shortestPause : max(24 * hour, time / fraction)
  }

  /// Returns the time of the next check after a decision. A history that an app presents moves no check, because a change of
  /// an index for each presentation would cost more than the check.
  ///
  /// - Parameter isChecked: Whether the store itself has just said something new about the order, or answered a check.
  static func next(
    of order: LedgerOrder, after presentation: LedgerRules.Presentation, isChecked: Bool
  ) -> LedgerTime? {
    let next = next(of: order, at: presentation.now, isRenewed: presentation.isRenewed)
    let isScheduled = order.checkAt.map { $0 != unscheduled } ?? false
    return isChecked || !isScheduled || next == nil ? next : order.checkAt
  }
}
