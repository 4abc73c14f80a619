import CausewayJSON
import CausewayTransport
import Foundation
import Testing

@testable import OnsideCore

/// The encoding of requests to a store, and the decoding of its answers.
struct StoreCodingTests {
  private func json(_ value: some Encodable) throws -> JSONValue {
    try JSONValue(parsing: Array(StoreCoding.body(value)))
  }

  private func answer(_ text: String, status: Int = 200) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Data(text.utf8))
  }

  private static let subscription = OnsideProduct(
    productIdentifier: "club", localizedTitle: "Club", localizedDescription: "Every month",
    price: OnsidePrice(value: 2.99, currencyCode: "EUR"), subscriptionPeriod: .month(1),
    subscriptionGroupIdentifier: "21A0",
    introductoryPrice: OnsidePricePeriod(price: OnsidePrice(value: 0, currencyCode: "EUR"), period: .week(2)),
    discountedPrice: OnsidePricePeriod(price: OnsidePrice(value: 9.99, currencyCode: "EUR"), period: .year(1)),
    iconUrl: URL(string: "https://store.example/club.png"))

  private static let subscriptionText = """
    { "product_identifier": "club", "localized_title": "Club", "localized_description": "Every month",
      "price": { "value": 2.99, "currency_code": "EUR" },
      "subscription_period": { "unit": "month", "number_of_units": 1 }, "subscription_group_identifier": "21A0",
      "introductory_price": { "price": { "value": 0, "currency_code": "EUR" },
        "period": { "unit": "week", "number_of_units": 2 } },
      "discounted_price": { "price": { "value": 9.99, "currency_code": "EUR" },
        "period": { "unit": "year", "number_of_units": 1 } },
      "icon_url": "https://store.example/club.png", "rating": 5 }
    """

  // MARK: Products and orders

  @Test func allMembersOfAProductAreReadAndUnknownOnesAreIgnored() throws {
    #expect(try StoreCoding.read(ProductPayload.self, from: answer(Self.subscriptionText)).product == Self.subscription)
  }

  @Test func anOrderRequestContainsTheProductAndPricesThatWereShown() throws {
    let request = OnsideOrderRequest(
      idempotencyKey: UUID(), product: Self.subscription, appAccountToken: "user-7", account: "ada", countryCode: "DE")
    let expected: JSONValue = [
      "product_identifier": "club", "price": ["value": 2.99, "currency_code": "EUR"],
      "introductory_price": [
        "price": ["value": 0, "currency_code": "EUR"], "period": ["unit": "week", "number_of_units": 2],
      ],
      "discounted_price": [
        "price": ["value": 9.99, "currency_code": "EUR"], "period": ["unit": "year", "number_of_units": 1],
      ], "account": "ada", "country_code": "DE", "app_account_token": "user-7",
    ]
    #expect(try json(OrderRequestPayload(request)) == expected)
  }

  @Test func anOrderRequestContainsTheChosenPaymentMethod() throws {
    let request = OnsideOrderRequest(
      idempotencyKey: UUID(), product: Self.subscription, account: "ada", countryCode: "DE", paymentMethod: "visa-1")
    #expect(try json(OrderRequestPayload(request))["payment_method_id"] == "visa-1")
  }

  @Test func aPriceIsUnchangedAfterEncodingAndDecoding() throws {
    for cents in 0..<10_000 {
      let value = Double(cents) / 100
      let text = try json(PricePayload(OnsidePrice(value: value, currencyCode: "EUR"))).json
      #expect(try StoreCoding.read(PricePayload.self, from: answer(text)).price.value == value)
    }
  }

  @Test func orderIdentifiersAreReadInLowerCase() throws {
    let text = """
      { "order_id": "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "original_order_id": "7F9619FF-8B86-D011-B42D-00CF4FC964FF",
        "product": \(Self.subscriptionText), "app_account_token": "user-7" }
      """
    let order = try StoreCoding.read(OrderPayload.self, from: answer(text)).order
    #expect(order.id == "6f9619ff-8b86-d011-b42d-00cf4fc964ff")
    #expect(order.originalID == "7f9619ff-8b86-d011-b42d-00cf4fc964ff")
    #expect(order.product == Self.subscription)
    #expect(order.appAccountToken == "user-7")
  }

  @Test func anAnswerWithoutAValidOrderMemberIsAnErrorAndNotAnUnpaidOrder() throws {
    #expect(try StoreCoding.read(SettlementPayload.self, from: answer(#"{"order": null}"#)).order == nil)
    for text in ["{}", "", "null", "[]", #"{"order": {}}"#, #"{"order": 1}"#, "<html>"] {
      #expect(throws: OnsideServiceError.self) { try StoreCoding.read(SettlementPayload.self, from: answer(text)) }
    }
  }

  // MARK: The signed history

  @Test func aSignedHistoryKeepsTheStoresBytes() throws {
    let text = "eyJhbGciOiJSUzI1NiJ9.eyJ0cmFuc2FjdGlvbnMiOltdfQ.c2ln_-0"
    #expect(try HistoryReader.read(answer(text)).data == Data(text.utf8))
  }

  @Test(arguments: [
    "", "<html>", "{}", "a", "a.b", "a.b.", ".b.c", "a..c", "a.b.c.d", "a.b.c=", "a.b.c\n", " a.b.c", "a.b+.c",
    "a.b/.c",
    "a.b.\u{e9}",
  ])
  func textsOtherThanACompactJWSAreRejectedAsHistories(text: String) {
    #expect(throws: OnsideServiceError.self) { try HistoryReader.read(answer(text)) }
  }

  // MARK: Events

  @Test func theNamesOfAnEventsParametersAreNotConverted() throws {
    let event = OnsideEvent(
      id: try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")),
      date: Date(timeIntervalSince1970: 1_795_000_000.25), name: "purchaseCompleted",
      parameters: [
        OnsideEvent.Parameter(name: "productIdentifier", value: .string("club")),
        OnsideEvent.Parameter(name: "amount_EUR", value: .number(2.99)),
        OnsideEvent.Parameter(name: "isNew", value: .array([.bool(true), .number(1)])),
      ])
    let expected: JSONValue = [
      "events": [
        [
          "id": "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "name": "purchaseCompleted",
          "time": "2026-11-18T11:06:40.250Z",
          "parameters": ["productIdentifier": "club", "amount_EUR": 2.99, "isNew": [true, 1]],
        ]
      ]
    ]
    #expect(try json(EventsPayload([event])) == expected)
  }

  // MARK: Logins

  @Test func eachLoginRequestHasOnlyTheMembersOfItsStep() throws {
    #expect(try json(LoginCodeRequestPayload(email: "ada@example.org")) == ["email": "ada@example.org"])
    #expect(try json(LoginCodeRequestPayload(phone: "+31 20 1234567")) == ["phone": "+31 20 1234567"])
    #expect(try json(LoginRequestPayload(loginCode: "1", code: "123456")) == ["login_code": "1", "code": "123456"])
    #expect(
      try json(LoginRequestPayload(signIn: "1", code: "a", codeVerifier: "b"))
        == ["sign_in": "1", "code": "a", "code_verifier": "b"])
    let payload = SignInRequestPayload(
      provider: "apple", callbackScheme: "com.example.shop", state: "s", codeChallenge: "c")
    #expect(
      try json(payload)
        == ["provider": "apple", "callback_scheme": "com.example.shop", "state": "s", "code_challenge": "c"])
  }

  @Test(
    arguments: [
      (422, #""code": "wrong_code", "attempts_left": 3"#, OnsideLoginCodeError.wrong(attemptsLeft: 3)),
      (422, #""code": "wrong_code""#, .wrong(attemptsLeft: 1)),
      (422, #""code": "wrong_code", "attempts_left": 0"#, .wrong(attemptsLeft: 1)),
      (410, #""code": "code_expired""#, .expired),
      (429, #""code": "too_many_codes", "retry_after": 90"#, .tooMany(retryAfter: 90)),
      (429, #""code": "rate_limited", "retry_after": 90"#, nil), (500, #""code": "wrong_code""#, nil),
      (410, #""code": "key_void""#, nil),
    ] as [(Int, String, OnsideLoginCodeError?)])
  func aRefusedCodeIsReadAsItsError(status: Int, members: String, error: OnsideLoginCodeError?) {
    #expect(answer("{\"title\": \"Why.\", \(members)}", status: status).loginCodeError == error)
  }

  // MARK: Refusals

  @Test(arguments: [
    (404, "app_not_registered", OnsideServiceError.appNotRegistered),
    (422, "invalid_product_identifier", .invalidProductIdentifier), (401, "invalid_token", .notLoggedIn),
    (401, "not_logged_in", .notLoggedIn), (429, "rate_limited", .serviceUnavailable),
    (500, "internal_error", .serviceUnavailable), (503, "unavailable", .serviceUnavailable),
    (404, "not_found", .internalError("the store answered 404 (not_found)")),
    (422, "key_reused", .internalError("the store answered 422 (key_reused)")),
    (402, "declined", .internalError("the store answered 402 (declined)")),
    (409, "price_changed", .internalError("the store answered 409 (price_changed)")),
    (410, "key_void", .internalError("the store answered 410 (key_void)")),
    (401, "not_found", .internalError("the store answered 401 (not_found)")),
  ])
  func aRefusalIsReadAsItsError(status: Int, code: String, error: OnsideServiceError) {
    let text = #"{"status": \#(status), "title": "Why.", "code": "\#(code)"}"#
    #expect(answer(text, status: status).failure == error)
    #expect(throws: error) { try answer(text, status: status).accepted() }
  }

  @Test(arguments: [
    (401, OnsideServiceError.internalError("the store answered 401")),
    (404, .internalError("the store answered 404")),
    (422, .internalError("the store answered 422")), (502, .serviceUnavailable),
    (301, .internalError("the store answered 301")),
  ])
  func aRefusalWithoutAProblemIsReadByItsStatus(status: Int, error: OnsideServiceError) {
    #expect(answer("<html>Bad gateway</html>", status: status).failure == error)
  }

  @Test func onlyTheExpectedStatusMeansSuccess() throws {
    _ = try answer("").accepted()
    _ = try answer("", status: 204).accepted([204])
    #expect(throws: OnsideServiceError.internalError("the store answered 200")) {
      try answer("<html>").accepted([204])
    }
    #expect(throws: OnsideServiceError.internalError("the store answered 204")) {
      try answer("", status: 204).accepted()
    }
  }

  @Test func theErrorForAnUnreadableAnswerDoesNotContainTheAnswer() {
    let text = #"{"access_token": "SECRET", "expires_in": "SECRET"}"#
    #expect {
      try StoreCoding.read(SessionTokensPayload.self, from: answer(text))
    } throws: { error in
      !"\(error)".contains("SECRET") && "\(error)".contains("cannot be read")
    }
  }
}
