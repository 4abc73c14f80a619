import CausewayJSON
import Foundation

/// A reader of one purchase of a history, which notes all deviations from the schema.
struct PurchaseReader {
  /// The purchase's index in the history.
  let index: Int
  private(set) var violations: [SchemaViolation] = []
  private var members = JSONObject()

  init(index: Int) {
    self.index = index
  }

  /// The importance of a field. Decisions, such as whether a purchase is valid, depend on the decisive fields only.
  private enum Weight {
    case decisive, descriptive
  }

  /// Reads the purchase. Returns nil if it cannot be used.
  mutating func purchase(_ element: JSONValue) -> InAppPurchase? {
    guard let members = element.objectValue else {
      note("\(element.kind) instead of an object", at: nil, .decisive)
      return nil
    }
    self.members = members
    let orderID = uuid("order_id")
    let originalOrderID = uuid("original_order_id")
    let productID = string("product_id", .decisive)
    let productSlug = nullable("product_slug", .descriptive)
    let productType = string("product_type", .decisive).map(InAppPurchase.ProductType.init)
    let quantity = integer("quantity", .decisive, atLeast: 1)
    let price = integer("price", .descriptive)
    let currency = code("currency", letters: 3, "an ISO 4217 code")
    let purchaseDate = date("purchase_date", .decisive)
    let originalPurchaseDate = date("original_purchase_date", .descriptive)
    let fetchedAt = date("fetched_at", .decisive)
    let expiresAt = nullableDate("expires_at")
    let revocationDate = nullableDate("revocation_date")
    let revocationReason = nullable("revocation_reason", .descriptive)
    let transactionReason = string("transaction_reason", .descriptive).map(InAppPurchase.TransactionReason.init)
    let appAccountToken = nullable("app_account_token", .decisive)
    let subscriptionID = nullable("subscription_id", .descriptive)
    let bundleID = string("bundle_id", .decisive)
    let userCountry = code("user_country", letters: 2, "an ISO 3166-1 code of two letters")
    if productType == .autoRenewableSubscription, members["expires_at"] == .null {
      note("null for a subscription", at: "expires_at", .decisive)
    }
    guard !violations.contains(where: \.isDecisive), let orderID, let originalOrderID, let productID, let productType,
      let quantity, let purchaseDate, let fetchedAt, let bundleID
    else { return nil }
    return InAppPurchase(
      orderID: orderID, originalOrderID: originalOrderID, productID: productID, productSlug: productSlug,
      productType: productType, quantity: quantity, price: price.map(Int64.init), currency: currency,
      purchaseDate: purchaseDate, originalPurchaseDate: originalPurchaseDate, fetchedAt: fetchedAt,
      expiresAt: expiresAt, revocationDate: revocationDate, revocationReason: revocationReason,
      transactionReason: transactionReason, appAccountToken: appAccountToken, subscriptionID: subscriptionID,
      bundleID: bundleID, userCountry: userCountry)
  }

  private mutating func note(_ problem: String, at key: String?, _ weight: Weight) {
    let place = "transactions[\(index)]" + (key.map { ".\($0)" } ?? "")
    violations.append(SchemaViolation(place: place, problem: problem, isDecisive: weight == .decisive))
  }

  /// Returns a member, which may be null. Notes a violation if the member is missing.
  private mutating func member(_ key: String, _ weight: Weight) -> JSONValue? {
    let member = members[key]
    if member == nil { note("missing", at: key, weight) }
    return member
  }

  private mutating func string(_ key: String, _ weight: Weight) -> String? {
    guard let member = member(key, weight) else { return nil }
    if case .string(let value) = member { return value }
    note("\(member.kind) instead of a string", at: key, weight)
    return nil
  }

  private mutating func nullable(_ key: String, _ weight: Weight) -> String? {
    guard let member = member(key, weight), !member.isNull else { return nil }
    if case .string(let value) = member { return value }
    note("\(member.kind) instead of a string or null", at: key, weight)
    return nil
  }

  private mutating func uuid(_ key: String) -> UUID? {
    guard let text = string(key, .decisive) else { return nil }
    if let value = UUID(uuidString: text) { return value }
    note("not a UUID", at: key, .decisive)
    return nil
  }

  /// Reads an integer that a double holds exactly, because `JSONValue` stores every number as a double.
  private mutating func integer(_ key: String, _ weight: Weight, atLeast minimum: Int? = nil) -> Int? {
    guard let member = member(key, weight) else { return nil }
    guard case .number(let number) = member else {
      note("\(member.kind) instead of an integer", at: key, weight)
      return nil
    }
    guard let value = Int(exactly: number) else {
      note("not an integer", at: key, weight)
      return nil
    }
    guard abs(number) < 0x1p53 else {
      note("beyond 2^53", at: key, weight)
      return nil
    }
    if let minimum, value < minimum {
      note("less than \(minimum)", at: key, weight)
      return nil
    }
    return value
  }

  /// Reads a code of capital letters.
  private mutating func code(_ key: String, letters: Int, _ what: String) -> String? {
    guard let text = string(key, .descriptive) else { return nil }
    if text.utf8.count == letters, text.utf8.allSatisfy(\.isASCIICapital) {
      return text
    }
    note("not \(what)", at: key, .descriptive)
    return nil
  }

  private mutating func date(_ key: String, _ weight: Weight) -> Date? {
    guard let text = string(key, weight) else { return nil }
    if let date = RFC3339.date(text) { return date }
    note("not a date and time of RFC 3339", at: key, weight)
    return nil
  }

  /// Reads a date that decides whether the purchase is valid. Null is allowed.
  private mutating func nullableDate(_ key: String) -> Date? {
    guard let text = nullable(key, .decisive) else { return nil }
    if let date = RFC3339.date(text) { return date }
    note("not a date and time of RFC 3339", at: key, .decisive)
    return nil
  }
}

extension JSONValue {
  /// The kind of the value, as words for a sentence.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
