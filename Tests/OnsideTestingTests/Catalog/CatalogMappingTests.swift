import Foundation
import OnsideCore
import OnsideTesting
import Testing

/// The Onside product for each product of the file.
@Suite struct CatalogMappingTests {
  private let netherlands = StorefrontCountry("NLD")

  private func product(_ identifier: String, of catalog: Catalog? = nil) throws -> OnsideProduct {
    let catalog = try catalog ?? Shop.catalog()
    return try #require(catalog.product(identifier, in: catalog.configuration.settings.storefront))
  }

  @Test func aConsumableHasIdentifierTextsAndPrice() throws {
    #expect(
      try product("shop.coins.100")
        == OnsideProduct(
          productIdentifier: "shop.coins.100", localizedTitle: "100 munten", localizedDescription: "Honderd munten",
          price: OnsidePrice(value: 0.99, currencyCode: "EUR")))
  }

  @Test func aSubscriptionHasPeriodGroupAndOffers() throws {
    #expect(
      try product("shop.club.month")
        == OnsideProduct(
          productIdentifier: "shop.club.month", localizedTitle: "Club", localizedDescription: "Every month",
          price: OnsidePrice(value: 2.99, currencyCode: "EUR"), subscriptionPeriod: .month(1),
          subscriptionGroupIdentifier: "21A0F00D",
          introductoryPrice: OnsidePricePeriod(price: OnsidePrice(value: 0, currencyCode: "EUR"), period: .day(3)),
          discountedPrice: OnsidePricePeriod(price: OnsidePrice(value: 1.49, currencyCode: "EUR"), period: .month(2))))
  }

  @Test func aNonRenewingSubscriptionHasNoPeriodAndNoGroup() throws {
    let season = try product("shop.season")
    #expect(season.subscriptionPeriod == nil)
    #expect(season.subscriptionGroupIdentifier == nil)
  }

  @Test func aFreeOfferHasThePriceZero() throws {
    let catalog = try Shop.catalog(replacing: [
      #""paymentMode" : "free""#: #""displayPrice" : "0.99", "paymentMode" : "free""#
    ])
    #expect(try product("shop.club.month", of: catalog).introductoryPrice?.price.value == 0)
  }

  // MARK: Prices

  @Test(arguments: [
    ("0", 0), ("6", 6), ("0.99", 0.99), ("1.10", 1.1), ("19.99", 19.99), ("00.5", 0.5),
    ("1234567890123.45", 1_234_567_890_123.45),
    ("0.00000000000001", 0.00000000000001),
  ])
  func pricesAreReadExactly(text: String, value: Double) throws {
    let catalog = try Shop.catalog(replacing: [#""0.99""#: "\"\(text)\""])
    #expect(try product("shop.coins.100", of: catalog).price.value == value)
  }

  @Test(arguments: [
    ("NLD", "NL", "EUR"), ("USA", "US", "USD"), ("JPN", "JP", "JPY"), ("CHE", "CH", "CHF"), ("XKS", "XK", "EUR"),
  ])
  func currencyAndCountryAreThoseOfTheStorefront(alpha3: String, countryCode: String, currency: String) throws {
    let country = try #require(StorefrontCountry(alpha3))
    #expect(country.countryCode == countryCode)
    #expect(country.currencyCode == currency)
    #expect(try Shop.catalog().product("shop.season", in: country)?.price.currencyCode == currency)
  }

  @Test func everyCountryThatTheSystemKnowsHasAStorefront() {
    // These codes have no storefront, because ISO 3166-1 assigns none of them, and only reserves some of them.
    let others: Set = ["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB"]
    let known = Set(Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 && $0.allSatisfy(\.isLetter) })
    let codes = (known.subtracting(others)).subtracting(["AQ"])
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    let storefronts = letters.flatMap { first in
      letters.flatMap { second in letters.compactMap { StorefrontCountry(first + second + $0)?.countryCode } }
    }
    #expect(codes.subtracting(storefronts) == [])
    #expect(storefronts.count == Set(storefronts).count)
  }

  @Test func theConstantForTheUnitedStatesEqualsTheTable() {
    #expect(StorefrontCountry("USA") == .unitedStates)
  }

  // MARK: Texts

  @Test(arguments: [
    ("nl_NL", "100 munten"), ("nl-BE", "100 munten"), ("de_AT", "100 Münzen"), ("de_CH", "100 Münzli"),
    ("en_GB", "100 coins"), ("en", "100 coins"), ("fr_FR", "100 coins"),
  ])
  func theTextsAreThoseOfTheBestMatchingLocale(locale: String, title: String) throws {
    let catalog = try Shop.catalog(settings: "\"_locale\" : \"\(locale)\"")
    #expect(try product("shop.coins.100", of: catalog).localizedTitle == title)
  }

  @Test func theFilesLocaleHasPriorityOverStorefrontAndUser() throws {
    let catalog = try Shop.catalog(settings: #""_locale" : "de_DE""#, languages: ["en"])
    #expect(try product("shop.coins.100", of: catalog).localizedTitle == "100 Münzen")
  }

  @Test func withoutALocaleTheStorefrontsLanguageHasPriorityOverTheUsers() throws {
    #expect(try product("shop.coins.100", of: Shop.catalog(languages: ["de_CH"])).localizedTitle == "100 munten")
  }

  @Test func theUsersLanguageIsUsedIfTheStorefrontsHasNoTexts() throws {
    let catalog = try Shop.catalog(
      replacing: [#""_storefront" : "NLD""#: #""_storefront" : "JPN""#], languages: ["fr", "de_CH"])
    #expect(try product("shop.coins.100", of: catalog).localizedTitle == "100 Münzli")
  }

  @Test func localesWithDifferentScriptsDoNotMatch() throws {
    let texts =
      #"{ "description" : "", "displayName" : "简", "locale" : "zh_CN" }, { "description" : "", "displayName" : "繁", "locale" : "zh_TW" }"#
    let catalog = try Shop.catalog(
      replacing: [
        #"{ "description" : "All of the season", "displayName" : "Season pass", "locale" : "en_US" }"#: texts,
        #""_timeRate" : 0"#: #""_locale" : "zh-Hant_HK""#,
      ])
    #expect(try product("shop.season", of: catalog).localizedTitle == "繁")
  }

  @Test func aProductWithoutTextsHasItsReferenceName() throws {
    let product = try product("shop.remove-ads")
    #expect(product.localizedTitle == "Remove ads")
    #expect(product.localizedDescription == "Remove ads")
  }

  @Test func aProductWithoutAnyNameHasItsIdentifier() throws {
    let product = try product("shop.club.year")
    #expect(product.localizedTitle == "shop.club.year")
    #expect(product.localizedDescription == "")
  }

  @Test func anEmptyDisplayNameCountsAsMissing() throws {
    let catalog = try Shop.catalog(replacing: [#""displayName" : "Club""#: #""displayName" : """#])
    #expect(try product("shop.club.month", of: catalog).localizedTitle == "Club by the month")
  }

  // MARK: Requests

  @Test func aResponseKeepsTheOrderOfTheRequestWithoutDuplicates() throws {
    let country = try #require(netherlands)
    let response = try Shop.catalog().products(
      ["shop.season", "nothing", "shop.coins.100", "", "shop.season", "nothing"], in: country)
    #expect(response.products.map(\.productIdentifier) == ["shop.season", "shop.coins.100"])
    #expect(response.invalidProductIdentifiers == ["nothing", ""])
  }

  @Test func anEmptyRequestHasAnEmptyResponse() throws {
    let country = try #require(netherlands)
    let response = try Shop.catalog().products([], in: country)
    #expect(response == OnsideProductsResponse(products: [], invalidProductIdentifiers: []))
  }

  // MARK: Versions

  @Test func aHigherMinorVersionIsAccepted() throws {
    #expect(try Shop.configuration(replacing: [#""minor" : 0"#: #""minor" : 7"#]) == Shop.configuration())
  }

  @Test func unknownKeysAreIgnored() throws {
    let changed = try Shop.configuration(replacing: [
      #""identifier" : "4E1D9C07""#: #""identifier" : "4E1D9C07", "future" : [1, {}]"#,
      #""_timeRate" : 0"#: #""_future" : true"#,
      #""productID" : "shop.season""#: #""productID" : "shop.season", "future" : null"#,
    ])
    #expect(try changed == Shop.configuration())
  }
}
