import CausewayJSON
import OnsideMerchant
import SeededGenerator
import Testing

/// Histories that differ from the published schema. Onside's documents do not say how to treat them.
@Suite("Schema violations") struct SchemaTests {
  @Test("New fields, product types and reasons do not matter")
  func growth() throws {
    let history = try TransactionHistory(
      parsing: JSONValue.object([
        "next_page": nil,
        "transactions": [
          PurchaseForms.purchase([
            "product_type": "BUNDLE", "transaction_reason": "UPGRADE", "family": ["more": 1],
          ])
        ],
      ]).jsonBytes)
    #expect(history.violations.isEmpty)
    #expect(history.transactions.first?.productType.rawValue == "BUNDLE")
    #expect(history.transactions.first?.transactionReason?.rawValue == "UPGRADE")
  }

  @Test("A history with a repeated name is refused, because readers could use different values")
  func duplicateNames() throws {
    let payload = String(decoding: PurchaseForms.payload(PurchaseForms.purchase()), as: UTF8.self)
    for (name, more) in [("\"quantity\":", "\"quantity\":9,"), ("\"transactions\":", "\"transactions\":[],")] {
      let place = try #require(payload.range(of: name)).lowerBound
      let twice = payload[..<place] + more + payload[place...]
      let error = #expect(throws: TransactionHistoryError.self) { try TransactionHistory(parsing: Array(twice.utf8)) }
      guard case .notJSON(let reason) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.reason == .duplicateName)
    }
  }

  @Test(
    "A purchase with a violation in a decisive field is not used",
    arguments: [
      ("order_id", .string("1"), "not a UUID"),
      ("order_id", nil, "missing"),
      ("original_order_id", .null, "null instead of a string"),
      ("product_id", 1, "a number instead of a string"),
      ("product_type", .null, "null instead of a string"),
      ("quantity", 0, "less than 1"),
      ("quantity", 1.5, "not an integer"),
      ("quantity", .string("1"), "a string instead of an integer"),
      ("quantity", nil, "missing"),
      ("purchase_date", .string("2026-01-31"), "not a date and time of RFC 3339"),
      ("fetched_at", .number(1_769_860_800), "a number instead of a string"),
      ("expires_at", .string("never"), "not a date and time of RFC 3339"),
      ("expires_at", nil, "missing"),
      ("revocation_date", .bool(true), "a Boolean instead of a string or null"),
      ("revocation_date", nil, "missing"),
      ("app_account_token", .array([]), "an array instead of a string or null"),
      ("bundle_id", .object([:]), "an object instead of a string"),
    ] as [(String, JSONValue?, String)])
  func decisive(key: String, value: JSONValue?, problem: String) throws {
    let history = try PurchaseForms.history([key: value])
    #expect(history.transactions.isEmpty)
    #expect(
      history.violations == [SchemaViolation(place: "transactions[0].\(key)", problem: problem, isDecisive: true)])
  }

  @Test(
    "A purchase with a violation in another field is used without that field",
    arguments: [
      ("product_slug", .number(1), "a number instead of a string or null"),
      ("price", .string("4.99"), "a string instead of an integer"),
      ("price", .number(4.99), "not an integer"),
      ("price", .number(1e300), "not an integer"),
      ("price", .number(0x1p53), "beyond 2^53"),
      ("price", .null, "null instead of an integer"),
      ("currency", .string("eur"), "not an ISO 4217 code"),
      ("currency", nil, "missing"),
      ("original_purchase_date", .string(""), "not a date and time of RFC 3339"),
      ("revocation_reason", .number(1), "a number instead of a string or null"),
      ("transaction_reason", .null, "null instead of a string"),
      ("subscription_id", nil, "missing"),
      ("user_country", .string("DEU"), "not an ISO 3166-1 code of two letters"),
    ] as [(String, JSONValue?, String)])
  func descriptive(key: String, value: JSONValue?, problem: String) throws {
    let history = try PurchaseForms.history([key: value])
    #expect(history.transactions.first?.json[key] == .null)
    #expect(history.transactions.first?.productID == "com.example.shop.pro")
    #expect(
      history.violations == [SchemaViolation(place: "transactions[0].\(key)", problem: problem, isDecisive: false)])
  }

  @Test("Every violation is reported with its position, and the other purchases are used")
  func places() throws {
    let history = try TransactionHistory(
      parsing: PurchaseForms.payload(
        1, PurchaseForms.purchase(["price": nil, "quantity": -1]), PurchaseForms.purchase()))
    #expect(history.transactions.count == 1)
    #expect(
      history.violations.map(\.description) == [
        "transactions[0]: a number instead of an object", "transactions[1].quantity: less than 1",
        "transactions[1].price: missing",
      ])
  }

  @Test("A subscription without an end is not used; other products need no end")
  func endlessSubscription() throws {
    let history = try PurchaseForms.history(["product_type": "AUTO_RENEWABLE_SUBSCRIPTION"])
    #expect(history.transactions.isEmpty)
    #expect(history.violations.map(\.description) == ["transactions[0].expires_at: null for a subscription"])
    #expect(try PurchaseForms.history(["product_type": "NON_RENEWING_SUBSCRIPTION"]).transactions.count == 1)
  }

  @Test("No violation contains the field's value")
  func values() throws {
    let history = try PurchaseForms.history([
      "order_id": "mallory", "price": "mallory", "currency": "mallory", "expires_at": "mallory",
      "app_account_token": ["mallory"], "user_country": "mallory",
    ])
    #expect(history.violations.count == 6)
    #expect(!history.violations.map(\.description).joined().contains("mallory"))
  }

  @Test(
    "A payload that is not a history is refused",
    arguments: [
      ("", "the payload is not JSON: "), ("{", "the payload is not JSON: "),
      ("[]", "the payload is not a JSON object"),
      ("{}", "the payload has no array \"transactions\""),
      (#"{"transactions":{}}"#, "the payload has no array \"transactions\""),
    ])
  func noHistory(text: String, description: String) throws {
    let error = try #require(
      #expect(throws: TransactionHistoryError.self) { try TransactionHistory(parsing: Array(text.utf8)) })
    #expect(error.description.hasPrefix(description))
  }

  @Test("With any value in a field, the purchases, written and read again, are the same")
  func anyValues() throws {
    var generator = SeededGenerator()
    let keys = try #require(PurchaseForms.purchase().objectValue?.keys)
    let values: [JSONValue?] = [
      nil, .null, true, 0, 1, -1, 1.5, 1e300, "", "EUR", "DE", "é", "2026-01-31T12:00:00Z",
      "2026-01-31T12:00:00.123456-11:30", .string(PurchaseForms.order), [], [1], [:],
    ]
    for _ in 0..<2000 {
      var members = try #require(PurchaseForms.purchase().objectValue)
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        members[keys[Int.random(in: keys.indices, using: &generator)]] =
          values[Int.random(in: values.indices, using: &generator)]
      }
      let history = try TransactionHistory(parsing: PurchaseForms.payload(.object(members)))
      let again = try TransactionHistory(parsing: history.json.jsonBytes)
      #expect(again.transactions == history.transactions, "\(JSONValue.object(members)), seed \(generator.seed)")
      #expect(history.transactions.isEmpty == history.violations.contains(where: \.isDecisive))
    }
  }
}
