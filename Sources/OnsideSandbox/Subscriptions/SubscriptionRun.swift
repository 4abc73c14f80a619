import Foundation
import OnsideCore

/// How far a subscription has run, and what its next period is.
struct SubscriptionRun: Hashable {
  /// From when periods are counted, so that the one from January 31 does not stay on the 28th for ever.
  var anchor: Date
  /// How many periods from there have begun.
  var periods: Int
  /// How many more periods cost the introductory price.
  var introductoryLeft: Int
  /// When the period ends.
  var expires: Date

  /// A subscription that begins.
  /// - Parameter offer: what is introductory about it; nil if the account has had that.
  static func begin(
    _ product: OnsideProduct, offer: StoreKitConfiguration.Offer?, at start: Date
  ) -> (run: SubscriptionRun, price: OnsidePrice)? {
    guard let period = product.subscriptionPeriod else { return nil }
    guard let offer, let introduction = product.introductoryPrice else {
      let run = SubscriptionRun(anchor: start, periods: 1, introductoryLeft: 0, expires: period.end(from: start))
      return (run, product.price)
    }
    switch offer.paymentMode {
    case .free, .payUpFront:
      // All periods of the offer at once; the ordinary ones are counted from its end.
      let end = introduction.period.end(from: start, times: offer.numberOfPeriods)
      let run = SubscriptionRun(anchor: end, periods: 0, introductoryLeft: 0, expires: end)
      return (run, introduction.price)
    case .payAsYouGo:
      let end = introduction.period.end(from: start)
      let left = offer.numberOfPeriods - 1
      let run = SubscriptionRun(
        anchor: left > 0 ? start : end, periods: left > 0 ? 1 : 0, introductoryLeft: left, expires: end)
      return (run, introduction.price)
    }
  }

  /// Begins the next period.
  /// - Returns: what it costs.
  mutating func renew(_ product: OnsideProduct) -> OnsidePrice {
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
}
