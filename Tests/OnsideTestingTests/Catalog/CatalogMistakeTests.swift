import Foundation
import OnsideCore
import OnsideTesting
import Testing

/// Tests of files with mistakes: the error names the file, and the position and the reason of every mistake.
@Suite struct CatalogMistakeTests {
  private func mistakes(_ text: String) -> String {
    do {
      _ = try StoreKitConfiguration(parsing: Array(text.utf8), file: "shop.storekit")
      return "none"
    } catch {
      return "\(error)"
    }
  }

  /// The mistakes: the replaced text in the example file, its replacement, and the expected error.
  static let table: [(String, String, String)] = [
    (
      #""0.99""#, #""0,99""#,
      #"products[0].displayPrice: "0,99" is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (
      #""0.99""#, #""-1""#,
      #"products[0].displayPrice: "-1" is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (
      #""0.99""#, #""1e3""#,
      #"products[0].displayPrice: "1e3" is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (
      #""0.99""#, #""""#,
      #"products[0].displayPrice: "" is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (
      #""0.99""#, #"".99""#,
      #"products[0].displayPrice: ".99" is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (
      #""0.99""#, #""5.""#,
      #"products[0].displayPrice: "5." is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (
      #""0.99""#, #""1.2.3""#,
      #"products[0].displayPrice: "1.2.3" is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (
      #""0.99""#, #""nan""#,
      #"products[0].displayPrice: "nan" is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (
      #""0.99""#, #""٣""#,
      #"products[0].displayPrice: "٣" is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (
      #""0.99""#, #""1234567890123456""#,
      #"products[0].displayPrice: "1234567890123456" is not a price; write a decimal such as 1.99, of at most 15 digits"#
    ),
    (#""0.99""#, "0.99", "products[0].displayPrice: a number instead of a string"),
    (#""0.99""#, "null", "products[0].displayPrice: null instead of a string"),
    (
      #""productID" : "shop.season""#, #""productId" : "shop.season""#, "nonRenewingSubscriptions[0].productID: missing"
    ),
    (#""productID" : "shop.season""#, #""productID" : """#, "nonRenewingSubscriptions[0].productID: empty"),
    (
      #""productID" : "shop.remove-ads""#, #""productID" : "shop.coins.100""#,
      #"products[1].productID: "shop.coins.100" is already the productID of products[0]"#
    ),
    (
      #""productID" : "shop.club.year""#, #""productID" : "shop.season""#,
      #"subscriptionGroups[0].subscriptions[1].productID: "shop.season" is already the productID of "#
        + "nonRenewingSubscriptions[0]"
    ),
    (
      #""type" : "Consumable""#, #""type" : "Consumible""#,
      #"products[0].type: "Consumible" is not a kind of product; write Consumable, NonConsumable, "#
        + "NonRenewingSubscription or RecurringSubscription"
    ),
    (
      #""type" : "Consumable""#, #""type" : "RecurringSubscription""#,
      "products[0].type: a RecurringSubscription belongs in the subscriptions of a group in subscriptionGroups"
    ),
    (
      #""type" : "Consumable""#, #""type" : "NonRenewingSubscription""#,
      "products[0].type: a NonRenewingSubscription belongs in nonRenewingSubscriptions"
    ),
    (
      #""type" : "NonRenewingSubscription""#, #""type" : "NonConsumable""#,
      "nonRenewingSubscriptions[0].type: a NonConsumable belongs in products"
    ),
    (#""type" : "Consumable""#, #""type" : 1"#, "products[0].type: a number instead of a string"),
    (
      #""familyShareable" : true"#, #""familyShareable" : "yes""#,
      "products[1].familyShareable: a string instead of true or false"
    ),
    (#""internalID" : "1C6E2A10""#, #""internalID" : []"#, "products[0].internalID: an array instead of a string"),
    (
      #""referenceName" : "Season""#, #""referenceName" : {}"#,
      "nonRenewingSubscriptions[0].referenceName: an object instead of a string"
    ),
    (
      #""locale" : "nl" }"#, #""locale" : "Dutch" }"#,
      #"products[0].localizations[1].locale: "Dutch" is not a locale; write one such as en_US"#
    ),
    (
      #""locale" : "nl" }"#, #""locale" : "" }"#,
      #"products[0].localizations[1].locale: "" is not a locale; write one such as en_US"#
    ),
    (#""displayName" : "100 munten", "#, "", "products[0].localizations[1].displayName: missing"),
    (
      #""description" : "Honderd munten""#, #""description" : true"#,
      "products[0].localizations[1].description: true instead of a string"
    ),
    (
      #"{ "description" : "All of the season", "displayName" : "Season pass", "locale" : "en_US" }"#, "7",
      "nonRenewingSubscriptions[0].localizations[0]: a number instead of an object"
    ),
    (
      #""P1M""#, #""P1M2D""#,
      #"subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod: "P1M2D" is not a period; "#
        + "write days, weeks, months or years such as P3D, P1W, P1M or P1Y"
    ),
    (
      #""P1M""#, #""P0D""#,
      #"subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod: "P0D" is not a period; "#
        + "write days, weeks, months or years such as P3D, P1W, P1M or P1Y"
    ),
    (
      #""P1M""#, #""PT1H""#,
      #"subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod: "PT1H" is not a period; "#
        + "write days, weeks, months or years such as P3D, P1W, P1M or P1Y"
    ),
    (
      #""P3D""#, #""3 days""#,
      #"subscriptionGroups[0].subscriptions[0].introductoryOffer.subscriptionPeriod: "3 days" is not a period; "#
        + "write days, weeks, months or years such as P3D, P1W, P1M or P1Y"
    ),
    (
      #""recurringSubscriptionPeriod" : "P1M","#, "",
      "subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod: missing"
    ),
    (
      #""paymentMode" : "free""#, #""paymentMode" : "later", "displayPrice" : "1""#,
      #"subscriptionGroups[0].subscriptions[0].introductoryOffer.paymentMode: "later" is not a payment mode; "#
        + "write free, payAsYouGo or payUpFront"
    ),
    (
      #""displayPrice" : "1.49","#, "",
      "subscriptionGroups[0].subscriptions[0].adHocOffers[0].displayPrice: missing"
    ),
    (
      #""numberOfPeriods" : 3"#, #""numberOfPeriods" : 0"#,
      "subscriptionGroups[0].subscriptions[0].adHocOffers[0].numberOfPeriods: not a whole number of at least 1"
    ),
    (
      #""numberOfPeriods" : 3"#, #""numberOfPeriods" : 1.5"#,
      "subscriptionGroups[0].subscriptions[0].adHocOffers[0].numberOfPeriods: not a whole number of at least 1"
    ),
    (
      #""introductoryOffer" : null"#, #""introductoryOffer" : "free""#,
      "subscriptionGroups[0].subscriptions[1].introductoryOffer: a string instead of an object"
    ),
    (#""id" : "21A0F00D""#, #""id" : """#, "subscriptionGroups[0].id: empty"),
    (
      #""id" : "21A0F00D""#, #""id" : "21A0F00D", "subscriptions" : [] }, { "id" : "21A0F00D""#,
      #"subscriptionGroups[1].id: "21A0F00D" is already the id of subscriptionGroups[0]"#
    ),
    (
      #""groupNumber" : 2"#, #""groupNumber" : "2""#,
      "subscriptionGroups[0].subscriptions[1].groupNumber: a string instead of a number"
    ),
    (
      #""_storefront" : "NLD""#, #""_storefront" : "NL""#,
      #"settings._storefront: "NL" is not a country with a storefront; write three letters such as NLD"#
    ),
    (
      #""_storefront" : "NLD""#, #""_storefront" : "ATA""#,
      #"settings._storefront: "ATA" is not a country with a storefront; write three letters such as NLD"#
    ),
    (#""_storefront" : "NLD""#, #""_storefront" : 528"#, "settings._storefront: a number instead of a string"),
    (
      #""_timeRate" : 0"#, #""_locale" : "dutch""#,
      #"settings._locale: "dutch" is not a locale; write one such as en_US"#
    ),
    (#""_timeRate" : 0"#, #""_timeRate" : "fast""#, "settings._timeRate: a string instead of a number"),
    (#""_timeRate" : 0"#, #""_disableDialogs" : 1"#, "settings._disableDialogs: a number instead of true or false"),
    (
      #""_timeRate" : 0"#, #""_askToBuyEnabled" : "no""#, "settings._askToBuyEnabled: a string instead of true or false"
    ),
    (
      #""_failTransactionsEnabled" : false"#, #""_failTransactionsEnabled" : 0"#,
      "settings._failTransactionsEnabled: a number instead of true or false"
    ),
    (#", "name" : "Purchase" }"#, " }", "settings._storeKitErrors[1].name: missing"),
    (#""identifier" : "4E1D9C07""#, #""identifier" : 4"#, "identifier: a number instead of a string"),
    (
      #""major" : 4"#, #""major" : 3"#, "version.major: version 3 is not supported; save the file in Xcode as version 4"
    ),
    (
      #""major" : 4"#, #""major" : 4.5"#,
      "version.major: version 4.5 is not supported; save the file in Xcode as version 4"
    ),
    (#""major" : 4,"#, "", "version.major: missing"),
    (#""minor" : 0"#, #""minor" : "0""#, "version.minor: a string instead of a number"),
  ]

  @Test(arguments: table.indices)
  func aMistakeIsReportedWithFileAndPosition(row: Int) throws {
    let (old, new, mistake) = Self.table[row]
    #expect(try mistakes(Shop.text(replacing: [old: new])) == "shop.storekit: \(mistake)")
  }

  @Test func invalidJSONIsReportedWithLineAndColumn() throws {
    #expect(
      mistakes("{\n  \"products\": [,]\n}")
        == "shop.storekit: not JSON: unexpected character ',' at line 2, column 16: expected a value or ']'")
    #expect(mistakes("").hasPrefix("shop.storekit: not JSON: unexpected end of the text at line 1, column 1"))
    #expect(mistakes("[]") == "shop.storekit: not a JSON object")
  }

  @Test func missingTopLevelMembersAreReported() {
    #expect(
      mistakes("{}") == """
        shop.storekit: version: missing
        shop.storekit: products: missing
        shop.storekit: nonRenewingSubscriptions: missing
        shop.storekit: subscriptionGroups: missing
        """)
  }

  @Test func allMistakesAreReported() throws {
    let text = try Shop.text(replacing: [
      #""0.99""#: #""free""#, #""P1M""#: #""monthly""#, #""_storefront" : "NLD""#: #""_storefront" : "Holland""#,
      #""productID" : "shop.season""#: #""productID" : "shop.coins.100""#, #""major" : 4"#: #""major" : 2"#,
    ])
    #expect(
      mistakes(text) == """
        shop.storekit: version.major: version 2 is not supported; save the file in Xcode as version 4
        shop.storekit: products[0].displayPrice: "free" is not a price; \
        write a decimal such as 1.99, of at most 15 digits
        shop.storekit: nonRenewingSubscriptions[0].productID: "shop.coins.100" is already the productID of products[0]
        shop.storekit: subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod: "monthly" is not a period; \
        write days, weeks, months or years such as P3D, P1W, P1M or P1Y
        shop.storekit: settings._storefront: "Holland" is not a country with a storefront; \
        write three letters such as NLD
        """)
  }

  @Test func repeatedIdentifiersAreReportedWithTheFirstOccurrence() throws {
    let text = try Shop.text(replacing: [
      "shop.remove-ads": "shop.coins.100", "shop.season": "shop.coins.100",
    ])
    #expect(
      mistakes(text) == """
        shop.storekit: products[1].productID: "shop.coins.100" is already the productID of products[0]
        shop.storekit: nonRenewingSubscriptions[0].productID: "shop.coins.100" is already the productID of products[0]
        """)
  }

  @Test func aLongTextWithALineBreakIsShownOnOneShortLine() throws {
    let text = try Shop.text(replacing: [#""0.99""#: #""\n"# + String(repeating: "9", count: 1000) + #"""#])
    #expect(
      mistakes(text) == #"shop.storekit: products[0].displayPrice: "\n"# + String(repeating: "9", count: 58)
        + #"…" is not a price; write a decimal such as 1.99, of at most 15 digits"#)
  }

  @Test func invisibleCharactersAreEscaped() throws {
    let text = try Shop.text(replacing: [#""0.99""#: "\"1\u{2028}\u{202E}\u{85}\""])
    #expect(
      mistakes(text) == #"shop.storekit: products[0].displayPrice: "1\u{2028}\u{202E}\u{85}" is not a price; "#
        + "write a decimal such as 1.99, of at most 15 digits")
  }

  @Test func escapedTextsAreShortened() throws {
    let text = try Shop.text(replacing: [#""0.99""#: "\"" + String(repeating: "\u{7F}", count: 100) + "\""])
    #expect(
      mistakes(text) == #"shop.storekit: products[0].displayPrice: ""# + String(repeating: #"\u{7F}"#, count: 10)
        + #"…" is not a price; write a decimal such as 1.99, of at most 15 digits"#)
  }

  @Test func aFileThatIsTooLargeIsNotRead() {
    let error = #expect(throws: CatalogError.self) {
      try StoreKitConfiguration(parsing: Data(count: StoreKitConfiguration.maximumBytes + 1), file: "shop.storekit")
    }
    #expect(error?.description == "shop.storekit: larger than 67108864 bytes")
  }

  @Test func theErrorForAMissingFileNamesTheFile() {
    let error = #expect(throws: CatalogError.self) {
      try Catalog(contentsOf: URL(fileURLWithPath: "nowhere/shop.storekit"))
    }
    #expect(error?.file == "nowhere/shop.storekit")
    #expect(error?.description.hasPrefix("nowhere/shop.storekit: cannot be read: ") == true)
  }
}
