import CausewayJSON
import CausewayTool
import Foundation
import OnsideMerchant

/// An order of the ledger, as text or as JSON.
struct LedgerRecord {
  /// The state of an order at a time.
  enum State: String {
    case valid, expired, revoked
  }

  let order: LedgerOrder
  let now: Date

  var state: State {
    if order.statement.revokedAt != nil { return .revoked }
    return order.statement.runs(at: LedgerTime(now)) ? .valid : .expired
  }

  /// The order as JSON. Times are as in RFC 3339; a time that does not apply is null.
  var json: JSONObject {
    let statement = order.statement
    return [
      "order_id": .string(Self.text(order.orderID)), "customer": order.isClaimed ? .string(order.customer.text) : .null,
      "bundle_id": .string(statement.bundleID.text), "product_id": .string(statement.productID.text),
      "product_type": .string(statement.productType.text), "quantity": .number(Double(statement.quantity)),
      "original_order_id": .string(Self.text(statement.originalOrderID)), "state": .string(state.rawValue),
      "purchased_at": Self.json(statement.purchasedAt), "granted_at": Self.json(order.grant?.date),
      "fetched_at": Self.json(statement.fetchedAt), "expires_at": Self.json(statement.expiresAt),
      "revoked_at": Self.json(statement.revokedAt), "check_at": Self.json(order.checkAt),
    ]
  }

  /// Returns the lines of a list with a heading. The columns are as wide as their longest text.
  static func table(_ records: [LedgerRecord]) -> [String] {
    let rows =
      [["ORDER", "STATE", "GRANTED", "PRODUCT", "CUSTOMER"]]
      + records.map { record in
        [
          text(record.order.orderID), record.state.rawValue, text(record.order.grant?.date),
          record.order.statement.productID.text, record.order.isClaimed ? record.order.customer.text : "-",
        ]
      }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      (zip(row, widths).map { $0.padding(to: $1) } + [row[4]]).joined(separator: "  ")
    }
  }

  /// The order on several lines.
  var lines: [String] {
    json.map { name, value in
      let text = value.stringValue ?? (value.isNull ? "-" : value.json)
      return "\(name.replacingOccurrences(of: "_", with: " ").padding(to: 18))\(text)"
    }
  }

  static func text(_ order: UUID) -> String { order.uuidString.lowercased() }

  private static func text(_ time: LedgerTime?) -> String { time.map { RFC3339.text($0.date) } ?? "never" }

  private static func json(_ time: LedgerTime?) -> JSONValue { time.map { .string(RFC3339.text($0.date)) } ?? .null }
}

extension LedgerEvidence {
  /// Returns the evidence as JSON.
  ///
  /// - Parameter withStatement: whether to add the signed statement, which anyone who has it can present.
  func json(withStatement: Bool) -> JSONObject {
    var object: JSONObject = [
      "order_id": .string(LedgerRecord.text(orderID)), "customer": .string(customer),
      "decision": .string(outcome.rawValue),
      "decided_at": .string(RFC3339.text(date)), "fetched_at": .string(RFC3339.text(fetchedAt)),
      "key_id": keyID.map { .string($0) } ?? .null, "statement_sha256": .string(hexadecimal),
    ]
    if withStatement { object["statement"] = .string(jws) }
    return object
  }

  /// The SHA-256 of the statement, in hexadecimal digits.
  var hexadecimal: String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
