/// The catalog of the tests' shop: `coins` for 4.99, `lifetime` for 19.99, and `monthly` for 2.99 a month.
package enum TestCatalog {
  /// An introductory offer: one free week for new subscribers.
  package static let freeWeek = """
    { "internalID": "5", "numberOfPeriods": 1, "paymentMode": "free", "subscriptionPeriod": "P1W" }
    """

  /// Returns the catalog as a StoreKit configuration file.
  ///
  /// - Parameters:
  ///   - settings: more members of `settings` after the storefront, each with a comma before it.
  ///   - introductoryOffer: the introductory offer of the subscription, as JSON.
  package static func file(settings: String = "", introductoryOffer: String = "null") -> String {
    """
    { "identifier": "TEST", "version": { "major": 4, "minor": 0 }, "settings": { "_storefront": "DEU"\(settings) },
      "nonRenewingSubscriptions": [],
      "products": [
        { "displayPrice": "4.99", "familyShareable": false, "internalID": "1", "localizations": [],
          "productID": "coins", "referenceName": "Coins", "type": "Consumable" },
        { "displayPrice": "19.99", "familyShareable": false, "internalID": "2", "localizations": [],
          "productID": "lifetime", "referenceName": "Lifetime", "type": "NonConsumable" } ],
      "subscriptionGroups": [
        { "id": "3", "localizations": [], "name": "Reader", "subscriptions": [
          { "displayPrice": "2.99", "familyShareable": false, "groupNumber": 1, "internalID": "4", "localizations": [],
            "productID": "monthly", "recurringSubscriptionPeriod": "P1M", "referenceName": "Monthly",
            "subscriptionGroupID": "3", "type": "RecurringSubscription", "adHocOffers": [], "codeOffers": [],
            "introductoryOffer": \(introductoryOffer) } ] } ] }
    """
  }
}
