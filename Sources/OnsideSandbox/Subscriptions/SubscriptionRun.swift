import Foundation
import OnsideCore
import OnsideTesting

/// The current period of a subscription, and the calculation of the next one.
struct SubscriptionRun: Hashable {
  /// The time from which periods are counted. If each period were counted from the end of the last one, a subscription
  /// from January 31 would renew on the 28th of every month after February.
  var anchor: Date
  /// The number of periods that have begun since ``anchor``.
  var periods: Int
  /// The number of further periods at the introductory price.
  var introductoryLeft: Int
  /// The start of the current period.
  var start: Date
  /// The end of the current period.
  var expires: Date

  /// Returns the first period of a new subscription and its price; nil for a product without a period.
  /// - Parameter offer: the introductory offer; nil if the account no longer gets it.
  static func begin(
    _ product: OnsideProduct, offer: StoreKitConfiguration.Offer?, at start: Date
  ) -> (run: SubscriptionRun, price: OnsidePrice)? {
    guard let period = product.subscriptionPeriod else { return nil }
    guard let offer, let introduction = product.introductoryPrice else {
      let run = SubscriptionRun(
        anchor: start, periods: 1, introductoryLeft: 0, start: start, expires: period.end(from: start))
      return (run, product.price)
    }
    switch offer.paymentMode {
    case .free, .payUpFront:
      // The whole offer is one period. The ordinary periods are counted from its end.
      let end = introduction.period.end(from: start, times: offer.numberOfPeriods)
      let run = SubscriptionRun(anchor: end, periods: 0, introductoryLeft: 0, start: start, expires: end)
      return (run, introduction.price)
    case .payAsYouGo:
      let end = introduction.period.end(from: start)
      let left = offer.numberOfPeriods - 1
      let run = SubscriptionRun(
        anchor: left > 0 ? start : end, periods: left > 0 ? 1 : 0, introductoryLeft: left, start: start,
        expires: end)
      return (run, introduction.price)
    }
  }

  /// Lets the next period begin at another time, from which the later ones are counted. Call ``renew(_:)`` afterwards.
  mutating func restart(at start: Date) { (anchor, periods, expires) = (start, 0, start) }

  /// Begins the next period.
  /// - Returns: the price of that period.
  mutating func renew(_ product: OnsideProduct) -> OnsidePrice {
    start = expires
    if introductoryLeft > 0, let introduction = product.introductoryPrice {
      introductoryLeft -= 1
      periods += 1
      expires = introduction.period.end(from: anchor, times: periods)
      if introductoryLeft == 0 { (anchor, periods) = (expires, 0) }
      return introduction.price
    }
    periods += 1
    expires = product.subscriptionPeriod?.end(from: anchor, times: periods) ?? OnsidePeriod.endOfTime
    return product.price
  }

  /// Returns the part of a period's price that belongs to the time from `moment` to the end of the period, in the
  /// currency's smallest unit, rounded down.
  func rest(of price: Int64, at moment: Date) -> Int64 {
    guard expires > start, moment < expires else { return 0 }
    let part = expires.timeIntervalSince(max(moment, start)) / expires.timeIntervalSince(start)
    return Int64((Double(price) * part).rounded(.down))
  }
}
