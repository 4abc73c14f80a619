import Foundation
import OnsideMerchant

/// An order in the table of ``OrdersPage``.
struct OrderRow {
  var order: SandboxPurchase
  /// The login of the account that paid.
  var login: String
  /// The subscription to which the order belongs; nil for another product.
  var subscription: StoredSubscription?

  /// The time by the clock of the account's customer.
  private var now: Date { purchase.fetchedAt }

  private var purchase: InAppPurchase { order.purchase }

  private var id: String { purchase.orderID.uuidString.lowercased() }

  var markup: Markup {
    let state = state
    let detail = state.detail.map { "<small>\($0)</small>" as Markup }
    let country = purchase.userCountry.map { "<small>\(PageStrings.country($0))</small>" as Markup }
    let token = purchase.appAccountToken.map {
      "<span>App account token <code>\(PageStrings.shown($0))</code></span>" as Markup
    }
    return """
      <tbody>
      <tr id="order-\(id)">
      <td class="when">\(PageStrings.minute(purchase.purchaseDate))</td>
      <td><b>\(PageStrings.shown(order.title))</b><small>\(kind)</small><small>\(PageStrings.bundleID(purchase.bundleID))</small></td>
      <td>\(PageStrings.login(login))\(country)</td>
      <td class="amount">\(PageStrings.amount(purchase) ?? "–")</td>
      <td><span class="state \(state.style)">\(state.words)</span>\(detail)</td>
      <td class="actions">\(cancel)\(refund)</td>
      </tr>
      <tr class="ids"><td colspan="6"><span>Order <code>\(id)</code></span>\(token)</td></tr>
      </tbody>

      """
  }

  private var kind: String {
    purchase.productType.words + (purchase.transactionReason == .renewal ? " · renewal" : "")
  }

  private var renews: Bool { subscription?.renews ?? false }

  private var state: (words: String, style: String, detail: String?) {
    if let date = purchase.revocationDate { return ("refunded", "revoked", PageStrings.minute(date)) }
    guard let end = purchase.expiresAt else { return ("paid", "good", nil) }
    if let amount = PageStrings.amount(order.proratedRefund, of: purchase) {
      return ("changed", "ended", "\(PageStrings.minute(end)); \(amount) for the rest was refunded")
    }
    guard end > now else { return ("ended", "ended", PageStrings.minute(end)) }
    if subscription?.state(at: now) == .gracePeriod {
      return ("grace period", "ending", "runs out \(PageStrings.minute(end))")
    }
    return renews
      ? ("runs", "good", "renews \(PageStrings.minute(end))") : ("runs out", "ending", PageStrings.minute(end))
  }

  private var cancel: Markup? {
    guard purchase.revocationDate == nil, renews, let end = purchase.expiresAt, end > now else { return nil }
    let original = purchase.originalOrderID.uuidString.lowercased()
    return "<form method=\"post\" action=\"/orders/\(original)/cancel\"><button>Cancel</button></form>"
  }

  /// The button for a refund, which shows the consequences and requires a confirmation.
  private var refund: Markup? {
    guard purchase.revocationDate == nil else { return nil }
    let endsSubscription = subscription.map { $0.state(at: now) != .ended } ?? false
    let name = endsSubscription ? "Refund and end" : "Refund"
    return """
      <details class="confirm">
      <summary>\(name)…</summary>
      <form method="post" action="/orders/\(id)/refund">
      <p>\(consequence(endsSubscription)) This cannot be undone.</p>
      <button class="danger">\(name)</button>
      </form>
      </details>
      """
  }

  private func consequence(_ endsSubscription: Bool) -> String {
    let money = (purchase.price ?? 0) > 0 ? PageStrings.amount(purchase).map { "\($0) is refunded" } : nil
    let back = money ?? "There is no money to refund"
    if endsSubscription {
      let other = purchase.expiresAt.map { $0 > now } ?? false ? "" : ", including its current period"
      return "\(back), and the subscription ends immediately\(other)."
    }
    return purchase.expiresAt == nil ? "\(back), and the purchase is revoked." : "\(back) for this period."
  }
}
