import CausewayJSON

/// A StoreKit configuration file with many products.
enum ShopCatalog {
  static func file(products count: Int) -> JSONValue {
    let numbers = 0..<count
    return [
      "identifier": "BENCHMARK", "nonRenewingSubscriptions": [],
      "products": .array(numbers.filter { !isSubscription($0) }.map { product($0, "Consumable", [:]) }),
      "settings": ["_storefront": "DEU"],
      "subscriptionGroups": [
        [
          "id": "group", "localizations": [], "name": "Reading",
          "subscriptions": .array(numbers.filter(isSubscription).map(subscription)),
        ]
      ],
      "version": ["major": 4, "minor": 0],
    ]
  }

  static func identifier(_ number: Int) -> String { "benchmark.shop.product.\(number)" }

  static func isSubscription(_ number: Int) -> Bool { number % 5 == 4 }

  private static func subscription(_ number: Int) -> JSONValue {
    product(
      number, "RecurringSubscription",
      [
        "adHocOffers": [], "groupNumber": 1, "recurringSubscriptionPeriod": "P1M", "subscriptionGroupID": "group",
        "introductoryOffer": [
          "displayPrice": "0.99", "internalID": "OFFER", "paymentMode": "payUpFront", "subscriptionPeriod": "P1W",
        ],
      ])
  }

  private static func product(_ number: Int, _ type: String, _ more: JSONObject) -> JSONValue {
    var product = more
    product["displayPrice"] = .string("\(number % 90 + 1).99")
    product["familyShareable"] = false
    product["internalID"] = .string("ID\(number)")
    product["localizations"] = [
      [
        "description": .string("Everything that volume \(number) has to tell, for reading on the way"),
        "displayName": .string("Volume \(number)"), "locale": "en_US",
      ],
      [
        "description": .string("Alles, was Band \(number) zu erzählen hat, zum Lesen für unterwegs"),
        "displayName": .string("Band \(number)"), "locale": "de_DE",
      ],
    ]
    product["productID"] = .string(identifier(number))
    product["referenceName"] = .string("Volume \(number)")
    product["type"] = .string(type)
    return .object(product)
  }
}
