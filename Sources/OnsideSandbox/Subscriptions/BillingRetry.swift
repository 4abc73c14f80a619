import Foundation

/// The settings for renewals whose payment fails. The times pass on the store's clock.
public struct BillingRetryOptions: Hashable, Sendable {
  /// The length of the grace period, in seconds, in which the subscription still counts; 0 for none.
  public var gracePeriod: TimeInterval
  /// The time for which the store tries again, in seconds from the end of the paid period; 0 for no further try. The
  /// grace period is a part of this time.
  public var retryPeriod: TimeInterval
  /// The time between two tries, in seconds; at least 3,600.
  public var interval: TimeInterval

  /// Creates settings. The defaults are the App Store's 16 days of grace and 60 days of billing retry, with a try each
  /// day.
  public init(
    gracePeriod: TimeInterval = 16 * 86_400, retryPeriod: TimeInterval = 60 * 86_400, interval: TimeInterval = 86_400
  ) {
    self.gracePeriod = gracePeriod
    self.retryPeriod = retryPeriod
    self.interval = interval
  }
}

/// The state of a subscription whose renewal could not be paid: the store tries again until a payment succeeds or the
/// time for it is over.
struct BillingRetry: Hashable {
  /// The end of the grace period, in which the subscription still counts; nil if it has none.
  var graceEnd: Date?
  /// The time of the last try.
  var end: Date
  /// The time of the next try.
  var nextTry: Date

  init(graceEnd: Date?, end: Date, nextTry: Date) {
    (self.graceEnd, self.end, self.nextTry) = (graceEnd, end, nextTry)
  }

  /// Begins after the first payment has failed; nil if the settings allow no further try.
  ///
  /// A period that cost nothing, such as a free trial, has no grace period. Otherwise a customer without a valid card
  /// would get the grace period for nothing.
  ///
  /// - Parameters:
  ///   - paidEnd: the end of the last paid period.
  ///   - nextEnd: the end of the period that could not be paid. The grace period ends at least a day earlier, so that
  ///     the period of a late payment is never empty.
  ///   - wasPaid: whether the last period cost something.
  init?(after paidEnd: Date, before nextEnd: Date, wasPaid: Bool, _ options: BillingRetryOptions) {
    guard options.retryPeriod > 0 else { return nil }
    end = paidEnd.addingTimeInterval(options.retryPeriod)
    let latest = min(paidEnd.addingTimeInterval(options.gracePeriod), end, nextEnd.addingTimeInterval(-86_400))
    graceEnd = wasPaid && latest > paidEnd ? latest : nil
    nextTry = min(paidEnd.addingTimeInterval(max(options.interval, 3_600)), end)
  }

  /// Returns whether the subscription still counts at a time.
  func isInGrace(at date: Date) -> Bool { graceEnd.map { date < $0 } ?? false }

  /// Returns the state after another failed payment; nil if that was the last try.
  func afterFailure(at date: Date, _ options: BillingRetryOptions) -> BillingRetry? {
    guard date < end else { return nil }
    var next = self
    // A try between the scheduled ones, for example after a change of the card, does not change the schedule.
    while next.nextTry <= date {
      next.nextTry = min(next.nextTry.addingTimeInterval(max(options.interval, 3_600)), end)
    }
    return next
  }
}
