import CausewayJOSE
import CausewayJSON
import Foundation
import OnsideMerchant

/// Signed histories, and their purchases.
enum HistoryForms {
  /// Returns a signed history of purchases.
  static func signed(_ purchases: JSONValue..., by key: SigningKey = TestKeys.rsa) throws -> String {
    try signed(purchases, by: key)
  }

  /// Returns a signed history of purchases.
  static func signed(_ purchases: [JSONValue], by key: SigningKey = TestKeys.rsa) throws -> String {
    try key.sign(JSONValue.object(["transactions": .array(purchases)]).jsonBytes, type: nil)
  }

  /// Returns a purchase with the order ``order(_:)`` of this number.
  static func purchase(_ number: Int, _ changes: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue {
    let id = JSONValue.string(order(number).uuidString.lowercased())
    guard var members = PurchaseForms.purchase(changes).objectValue else { return .null }
    members["order_id"] = id
    if !changes.contains(where: { $0.key == "original_order_id" }) { members["original_order_id"] = id }
    return .object(members)
  }

  /// Returns the id of the order with this number.
  static func order(_ number: Int) -> UUID {
    let digits = String(number, radix: 16)
    let text = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    guard let order = UUID(uuidString: text) else { fatalError("not a UUID: \(text)") }
    return order
  }
}

/// A key source that returns one key for every header.
struct OneKey: KeySource {
  let key: VerificationKey

  func key(for header: JWSHeader) async throws(KeySourceError) -> VerificationKey { key }
}
