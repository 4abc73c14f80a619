import Foundation
import OnsideCore
import OnsideTestSupport
import OnsideTesting
import Testing

/// The structure of a StoreKit configuration file.
@Suite struct CatalogFileTests {
  @Test func everyKindOfProductIsRead() throws {
    let products = try Shop.configuration().products
    #expect(
      products.map(\.productID) == [
        "shop.coins.100", "shop.remove-ads", "shop.season", "shop.club.month", "shop.club.year",
      ])
    #expect(
      products.map(\.kind) == [
        .consumable, .nonConsumable, .nonRenewingSubscription, .recurringSubscription, .recurringSubscription,
      ])
    #expect(products.map(\.displayPrice) == [0.99, 4.99, 12, 2.99, 24.99])
  }

  @Test func aSubscriptionHasItsGroupPeriodAndOffers() throws {
    let subscriptions = try Shop.configuration().products.compactMap(\.subscription)
    try #require(subscriptions.count == 2)
    #expect(subscriptions.map(\.groupID) == ["21A0F00D", "21A0F00D"])
    #expect(subscriptions.map(\.period) == [.month(1), .year(1)])
    let trial = try #require(subscriptions[0].introductoryOffer)
    #expect(trial.paymentMode == .free)
    #expect(trial.displayPrice == 0)
    #expect(trial.period == .day(3))
    #expect(trial.numberOfPeriods == 1)
    let offers = subscriptions[0].adHocOffers
    #expect(offers.map(\.paymentMode) == [.payAsYouGo, .payUpFront])
    #expect(offers.map(\.displayPrice) == [1.49, 9.99])
    #expect(offers.map(\.period) == [.month(2), .year(1)])
    #expect(offers.map(\.numberOfPeriods) == [3, 1])
    #expect(subscriptions[1].introductoryOffer == nil)
    #expect(subscriptions[1].adHocOffers.isEmpty)
  }

  @Test func settingsAreRead() throws {
    let settings = try Shop.configuration(replacing: [
      #""_failTransactionsEnabled" : false"#: #""_failTransactionsEnabled" : true"#,
      #""_timeRate" : 0"#: #""_locale" : "nl_NL", "_askToBuyEnabled" : true, "_disableDialogs" : true"#,
      #"{ "current" : null, "enabled" : false, "name" : "Purchase" }"#:
        #"{ "current" : { "index" : 1, "type" : "purchase" }, "enabled" : true, "name" : "Purchase" }"#,
    ]).settings
    #expect(settings.storefront.alpha3 == "NLD")
    #expect(settings.locale == "nl_NL")
    #expect(settings.failsTransactions)
    #expect(settings.asksToBuy)
    #expect(settings.disablesDialogs)
    #expect(settings.errors == [.purchase])
  }

  @Test func aFileWithoutSettingsHasXcodesDefaults() throws {
    let text = #"{"products":[],"nonRenewingSubscriptions":[],"subscriptionGroups":[],"version":{"major":4}}"#
    let configuration = try StoreKitConfiguration(parsing: Array(text.utf8), file: "empty.storekit")
    #expect(configuration.products.isEmpty)
    #expect(configuration.settings.storefront == .unitedStates)
    #expect(configuration.settings.locale == nil)
    #expect(!configuration.settings.failsTransactions)
    #expect(!configuration.settings.asksToBuy)
    #expect(!configuration.settings.disablesDialogs)
    #expect(configuration.settings.errors.isEmpty)
  }

  @Test func aFileIsReadFromDisk() throws {
    let folder = TemporaryFolder()
    let file = try folder.write(Data(Shop.text().utf8), to: "shop.storekit")
    #expect(try Catalog(contentsOf: file).configuration == Shop.configuration())
  }

  @Test(arguments: [
    ("P1D", OnsidePeriod.day(1)), ("P3D", .day(3)), ("P7D", .day(7)), ("P1W", .week(1)), ("P2W", .week(2)),
    ("P1M", .month(1)), ("P6M", .month(6)), ("P1Y", .year(1)), ("P9999D", .day(9999)),
  ])
  func periodsAreReadAsISO8601Durations(text: String, period: OnsidePeriod) throws {
    let products = try Shop.configuration(replacing: [#""P1M""#: "\"\(text)\""]).products
    #expect(products[3].subscription?.period == period)
  }
}
