import CausewayJSON
import Foundation
import Testing

@testable import OnsideKit

/// The published `onside.d.ts` (rules onside-2): the models as pages see them. If the documents leave a value's spelling
/// open, the test says so.
@MainActor @Suite("The JSON of the models for pages") struct JSFormTests {
  private let euro = OnsidePrice(value: 4.99, currencyCode: "EUR")

  private var plain: OnsideProduct {
    OnsideProduct(productIdentifier: "p", localizedTitle: "t", localizedDescription: "d", price: euro)
  }

  @Test func aProductWithoutOptionalValuesHasNoOptionalMembers() {
    #expect(
      plain.json == [
        "productIdentifier": "p", "localizedTitle": "t", "localizedDescription": "d",
        "price": ["value": 4.99, "currencyCode": "EUR"],
      ])
  }

  /// A URL is written as its absolute string. Onside's documents do not define this.
  @Test func aSubscriptionHasAllOptionalMembers() {
    var product = plain
    product.iconUrl = URL(string: "https://shop.example/icon.png")
    product.subscriptionGroupIdentifier = "g"
    product.subscriptionPeriod = .month(1)
    product.introductoryPrice = OnsidePricePeriod(price: euro, period: .week(2))
    product.discountedPrice = OnsidePricePeriod(price: euro, period: .year(1))
    #expect(product.json["iconUrl"] == "https://shop.example/icon.png")
    #expect(product.json["subscriptionGroupIdentifier"] == "g")
    #expect(product.json["subscriptionPeriod"] == ["unit": "month", "numberOfUnits": 1])
    #expect(
      product.json["introductoryPrice"] == [
        "price": ["value": 4.99, "currencyCode": "EUR"], "period": ["unit": "week", "numberOfUnits": 2],
      ])
    #expect(product.json["discountedPrice"]?["period"] == ["unit": "year", "numberOfUnits": 1])
  }

  /// The documents leave the spelling of a period open (docs/onside-rules.md, onside-2).
  @Test(arguments: [
    (OnsidePeriod.day(3), "day", 3.0), (.week(1), "week", 1), (.month(6), "month", 6), (.year(2), "year", 2),
  ])
  func aPeriodIsWrittenAsAUnitAndANumberOfUnits(period: OnsidePeriod, unit: String, count: Double) {
    #expect(period.json == ["unit": .string(unit), "numberOfUnits": .number(count)])
  }

  private func transaction(
    _ state: OnsidePaymentTransactionState, order: String? = nil, error: OnsidePaymentTransactionError? = nil
  ) -> OnsidePaymentTransaction {
    OnsidePaymentTransaction(
      id: id, transactionIdentifier: order, originalTransactionIdentifier: order,
      payment: OnsidePayment(product: plain), transactionState: state,
      storefront: OnsideStorefront(id: "s", countryCode: "DE"), error: error)
  }

  private let id = UUID(uuid: (0xAB, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xEF))

  /// The id is written in capitals. Onside's documents do not define this.
  @Test func aPurchasingTransactionHasNoOrderAndNoError() {
    #expect(
      transaction(.purchasing).json == [
        "id": "AB010203-0405-0607-0809-0A0B0C0D0EEF", "payment": ["product": plain.json],
        "transactionState": "purchasing", "storefront": ["id": "s", "countryCode": "DE"],
      ])
  }

  @Test func anEndedTransactionHasItsOrderOrItsError() {
    let paid = transaction(.purchased, order: "o").json
    #expect(paid["transactionIdentifier"] == "o" && paid["originalTransactionIdentifier"] == "o")
    #expect(transaction(.restored).json["transactionState"] == "restored")
    let failed = transaction(.failed, error: .presentationFailed).json
    #expect(failed["transactionState"] == "failed" && failed["error"] == ["presentationFailed": [:]])
  }

  @Test func aPaymentHasItsAccountTokenButNotItsOrigin() {
    var payment = OnsidePayment(product: plain)
    payment.appAccountToken = "t"
    payment.requestingOrigin = "https://shop.example"
    #expect(payment.json == ["product": plain.json, "appAccountToken": "t"])
  }

  @Test func attributionWithoutARefererIsAnEmptyObject() {
    #expect(OnsideAttributionMetadata().json == [:])
    let referer = OnsideAttributionMetadata(refererUrl: URL(string: "https://a.example/?b"))
    #expect(referer.json == ["refererUrl": "https://a.example/?b"])
  }

  /// The data is written in standard base64 with padding. Onside's documents do not define this.
  @Test func aHistoryIsBase64AndAlsoAStringIfItIsUTF8() {
    #expect(OnsideSignedInAppsHistory(data: Data([0xFB, 0xFF, 0xBF, 0xFE])).json == ["dataBase64": "+/+//g=="])
    #expect(OnsideSignedInAppsHistory(data: Data("a".utf8)).json == ["dataBase64": "YQ==", "string": "a"])
    #expect(OnsideSignedInAppsHistory(data: Data()).json == ["dataBase64": "", "string": ""])
  }

  /// A page must get the text that Swift's `Codable` writes for a case without associated values.
  @Test func errorsAreWrittenAsSwiftEncodesThem() throws {
    func check<E: JSError & Encodable>(_ type: E.Type) throws {
      for error in type.allCases { #expect(try error.json == JSONValue(encoding: error)) }
    }
    try check(OnsideLoginError.self)
    try check(OnsideProductsRequestError.self)
    try check(OnsideSignedInAppsHistoryRequestError.self)
    try check(OnsidePaymentMethodsManagerError.self)
    try check(OnsidePaymentQueueRequestRestoreError.self)
    try check(OnsideTransactionsRestoreError.self)
    try check(OnsidePaymentTransactionError.self)
    try check(OnsideAttributionMetadataError.self)
    #expect(JSPurchaseError.unknownProduct.json == ["unknownProduct": [:]])
  }

  /// Onside's description of the bridge (rules onside-5.1). `presentationFailed` is from the later `onside.d.ts`.
  @Test func theErrorsHaveTheCasesOfTheProtocol() {
    let told = OnsideContract.errors.map { "\($0.name): \($0.cases.joined(separator: " "))" }
    #expect(
      told == [
        "OnsideLoginError: loginDiscarded",
        "OnsideProductsRequestError: cancelled connectionError appNotRegistered invalidProductIdentifier "
          + "serviceUnavailable internalError",
        "OnsideSignedInAppsHistoryRequestError: notLoggedIn notSupportedInLocalTesting cancelled connectionError "
          + "appNotRegistered serviceUnavailable internalError",
        "OnsidePaymentMethodsManagerError: loginDiscarded notSupportedInLocalTesting presentationFailed",
        "OnsidePaymentQueueRequestRestoreError: loginDiscarded",
        "OnsideTransactionsRestoreError: cancelled connectionError appNotRegistered serviceUnavailable internalError",
        "OnsidePaymentTransactionError: cancelled presentationFailed",
        "OnsideAttributionMetadataError: connectionError appNotRegistered serviceUnavailable internalError",
        "JSPurchaseError: unknownProduct loginDiscarded", "JSFinishTransactionError: unknownTransaction",
      ])
  }
}
