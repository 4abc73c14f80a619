import OnsideCore
import OnsideTesting

/// A catalog with a product of every kind and an offer of every kind, for sale in Germany.
enum TestShop {
  static let coins = "shop.coins"
  static let shelf = "shop.shelf"
  static let ticket = "shop.ticket"
  /// A monthly subscription of level 2. Its first week is free.
  static let monthly = "shop.monthly"
  /// A yearly subscription of the same group and of level 1. Its first year has a lower price, paid up front.
  static let yearly = "shop.yearly"
  /// A weekly subscription of another group. Each of its first three weeks has a lower price.
  static let weekly = "shop.weekly"
  /// A monthly subscription of a third group, without an offer.
  static let plain = "shop.plain"
  /// A yearly subscription of the group of ``plain``, and of the same level.
  static let plainYearly = "shop.plain.yearly"
  /// A monthly subscription of the group of ``plain``, and of the same level.
  static let plainTwin = "shop.plain.twin"

  /// Returns the catalog.
  ///
  /// - Parameter settings: more settings after the storefront, such as `, "_askToBuyEnabled": true`.
  static func catalog(settings: String = "") throws -> Catalog {
    let text = """
      {
        "version": { "major": 4, "minor": 0 },
        "settings": { "_storefront": "DEU", "_locale": "en_US"\(settings) },
        "nonRenewingSubscriptions": [\(product(ticket, "4.99", "NonRenewingSubscription"))],
        "products": [\(product(coins, "1.99", "Consumable")), \(product(shelf, "24.99", "NonConsumable"))],
        "subscriptionGroups": [
          { "id": "lamp", "name": "Lamp", "subscriptions": [
            \(subscription(monthly, "3.99", "P1M", group: "lamp", level: 2, offer: offer("free", "0.00", "P1W"))),
            \(subscription(yearly, "34.99", "P1Y", group: "lamp", offer: offer("payUpFront", "24.99", "P1Y")))
          ] },
          { "id": "candle", "name": "Candle", "subscriptions": [
            \(subscription(weekly, "1.99", "P1W", group: "candle", offer: offer("payAsYouGo", "0.99", "P1W", times: 3)))
          ] },
          { "id": "plain", "name": "Plain", "subscriptions": [
            \(subscription(plain, "2.99", "P1M", group: "plain", offer: "null")),
            \(subscription(plainYearly, "29.99", "P1Y", group: "plain", offer: "null")),
            \(subscription(plainTwin, "1.99", "P1M", group: "plain", offer: "null"))
          ] }
        ]
      }
      """
    return Catalog(try StoreKitConfiguration(parsing: Array(text.utf8), file: "shop.storekit"), preferredLanguages: [])
  }

  private static func product(_ id: String, _ price: String, _ type: String, _ more: String = "") -> String {
    """
    { "productID": "\(id)", "displayPrice": "\(price)", "type": "\(type)", "localizations":
      [{ "locale": "en_US", "displayName": "The \(id)", "description": "For tests." }]\(more) }
    """
  }

  private static func subscription(
    _ id: String, _ price: String, _ period: String, group: String, level: Int = 1, offer: String
  ) -> String {
    product(
      id, price, "RecurringSubscription",
      """
      , "recurringSubscriptionPeriod": "\(period)", "subscriptionGroupID": "\(group)", "groupNumber": \(level),
        "adHocOffers": [], "introductoryOffer": \(offer)
      """)
  }

  private static func offer(_ mode: String, _ price: String, _ period: String, times: Int = 1) -> String {
    """
    { "displayPrice": "\(price)", "internalID": "1", "paymentMode": "\(mode)", "subscriptionPeriod": "\(period)",
      "numberOfPeriods": \(times) }
    """
  }
}
