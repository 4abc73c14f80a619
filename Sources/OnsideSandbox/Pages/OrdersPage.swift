import CausewayHTTP
import Foundation
import OnsideMerchant

/// What was bought, the newest first.
struct OrdersPage {
  /// How many orders are on a page.
  static let length = 50

  /// A page of them, and one more if there is a further page.
  var orders: [SandboxPurchase]
  /// Whether this is not the first page.
  var isLater: Bool
  /// Who accounts are, by their ids.
  var logins: [String: String]
  /// The first orders of subscriptions that renew.
  var renewing: Set<UUID>
  var now: Date

  var lead: Markup {
    orders.isEmpty ? "What apps buy is here." : "The newest first. A refund takes a purchase back for good."
  }

  var content: Markup {
    if orders.isEmpty {
      return
        "<p class=\"empty\">Nothing was bought yet. An app that opens this store sells here what the catalogue has.</p>"
    }
    let rows = orders.prefix(Self.length).map(row)
    return """
      <table class="orders">
      <thead><tr><th>When</th><th>What</th><th>Who</th><th class="amount">Paid</th><th>State</th><th></th></tr></thead>
      <tbody>\(Array(rows))</tbody>
      </table>
      <p class="paging">\(isLater ? newest : nil)\(further)</p>
      """
  }

  private var newest: Markup { "<a href=\"/orders\">Newest</a>" }

  private var further: Markup? {
    guard orders.count > Self.length else { return nil }
    let last = orders[Self.length - 1].purchase.orderID.uuidString.lowercased()
    return "<a href=\"/orders?before=\(last)\">Older</a>"
  }

  private func row(_ order: SandboxPurchase) -> Markup {
    let purchase = order.purchase
    let id = purchase.orderID.uuidString.lowercased()
    let state = state(of: purchase)
    let detail = state.detail.map { "<small>\($0)</small>" as Markup }
    let country = purchase.userCountry.map { "<small>\(PageWords.country($0))</small>" as Markup }
    return """
      <tr id="order-\(id)">
      <td class="when">\(PageWords.minute(purchase.purchaseDate))<small class="id">\(String(id.prefix(8)))…</small></td>
      <td><b>\(order.title)</b><small>\(kind(of: purchase))</small></td>
      <td>\(PageWords.login(logins[order.account] ?? order.account))\(country)</td>
      <td class="amount">\(PageWords.amount(purchase) ?? "–")</td>
      <td><span class="state \(state.style)">\(state.words)</span>\(detail)</td>
      <td class="actions">\(actions(on: purchase, id))</td>
      </tr>

      """
  }

  private func kind(of purchase: InAppPurchase) -> String {
    purchase.productType.words + (purchase.transactionReason == .renewal ? " · renewal" : "")
  }

  private func runs(_ purchase: InAppPurchase) -> Bool { purchase.expiresAt.map { $0 > now } ?? false }

  private func state(of purchase: InAppPurchase) -> (words: String, style: String, detail: String?) {
    if let date = purchase.revocationDate { return ("refunded", "revoked", PageWords.minute(date)) }
    guard let end = purchase.expiresAt else { return ("paid", "good", nil) }
    guard end > now else { return ("ended", "ended", PageWords.minute(end)) }
    return renewing.contains(purchase.originalOrderID)
      ? ("runs", "good", "renews \(PageWords.minute(end))") : ("runs out", "ending", PageWords.minute(end))
  }

  private func actions(on purchase: InAppPurchase, _ id: String) -> Markup {
    let refund: Markup? =
      purchase.revocationDate == nil
      ? "<form method=\"post\" action=\"/orders/\(id)/refund\"><button class=\"danger\">Refund</button></form>" : nil
    let original = purchase.originalOrderID.uuidString.lowercased()
    let cancel: Markup? =
      purchase.revocationDate == nil && runs(purchase) && renewing.contains(purchase.originalOrderID)
      ? "<form method=\"post\" action=\"/subscriptions/\(original)/cancel\"><button>Cancel</button></form>" : nil
    return "\(cancel)\(refund)"
  }
}
