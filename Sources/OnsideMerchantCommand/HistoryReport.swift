import CausewayJSON
import CausewayText
import CausewayTool
import Foundation
import OnsideMerchant

/// A history with a checked signature, as human-readable text or as JSON.
struct HistoryReport {
  /// The option `--json` of the commands that print a history.
  static let option = OptionSpecification(
    "--json",
    "Prints one line of JSON: {\"key_id\", \"transactions\", \"violations\"}, or {\"code\", \"title\"} if the history "
      + "is refused."
  )

  private let signed: SignedHistory

  init(_ signed: SignedHistory) {
    self.signed = signed
  }

  /// Prints the history on standard output.
  func print(asJSON isJSON: Bool) throws(OutputError) -> ExitCode {
    if isJSON {
      try StandardOutput.print(json: json.json)
    } else {
      try StandardOutput.print(lines: lines)
    }
    return code
  }

  /// Prints only the JWS on standard output, and the violations of the schema on standard error.
  @MainActor func printJWS() throws(OutputError) -> ExitCode {
    try StandardOutput.print(signed.jws)
    for violation in signed.history.violations {
      Tool.complain("the history differs from the schema: \(Self.shown("\(violation)"))")
    }
    return code
  }

  /// Prints the reason why there is no history, as `{"code", "title"}`. Prints nothing for errors without a code.
  static func printRefusal(_ error: any Error) throws(OutputError) {
    let code: String
    switch error {
    case let error as HistoryError: code = error.code
    case let error as MerchantError: code = error.code
    default: return
    }
    let refusal: JSONValue = ["code": .string(code), "title": .string(ValidationProblem.sentence("\(error)"))]
    try StandardOutput.print(json: refusal.json)
  }

  private var code: ExitCode { signed.history.violations.isEmpty ? .success : .failure }

  /// The history as JSON: `{"key_id": …, "transactions": […], "violations": [{"place": …, "problem": …}]}`.
  var json: JSONValue {
    [
      "key_id": signed.keyID.map { .string($0) } ?? .null,
      "transactions": .array(signed.history.transactions.map(\.json)),
      "violations": .array(
        signed.history.violations.map { ["place": .string($0.place), "problem": .string($0.problem)] }),
    ]
  }

  /// The human-readable lines, several for each purchase. Texts from the store and the app are shown like a page's
  /// texts, so that they cannot move the cursor or reverse a line's direction.
  var lines: [String] {
    let history = signed.history
    let count = history.transactions.count
    let key = signed.keyID.map { "with the key \(Self.shown($0))" } ?? "with an unnamed key"
    var lines = ["Signed by the store \(key): \(count == 1 ? "1 purchase" : "\(count) purchases")."]
    for purchase in history.transactions { lines += [""] + Self.lines(purchase) }
    if !history.violations.isEmpty {
      lines += ["", "Differences from the schema:"] + history.violations.map { "  \(Self.shown("\($0)"))" }
    }
    return lines
  }

  private static func lines(_ purchase: InAppPurchase) -> [String] {
    var rows = [
      ("order", purchase.orderID.uuidString.lowercased()),
      ("product", "\(purchase.productID), \(purchase.productType.rawValue)"),
      ("paid", RFC3339.text(purchase.purchaseDate)),
    ]
    if let price = purchase.price {
      rows.append(("price", "\(price)" + (purchase.currency.map { " in the smallest unit of \($0)" } ?? "")))
    }
    if purchase.originalOrderID != purchase.orderID {
      rows.append(("renews", purchase.originalOrderID.uuidString.lowercased()))
    }
    if let end = purchase.expiresAt { rows.append(("until", RFC3339.text(end))) }
    if let revocation = purchase.revocationDate {
      rows.append(("revoked", RFC3339.text(revocation) + (purchase.revocationReason.map { ", \($0)" } ?? "")))
    }
    if let customer = purchase.appAccountToken { rows.append(("customer", customer)) }
    rows.append(("app", purchase.bundleID))
    return rows.map { "  \($0.0.padding(to: 12))\(shown($0.1))" }
  }

  private static func shown(_ text: String) -> String { PageText(text).shown() }
}
