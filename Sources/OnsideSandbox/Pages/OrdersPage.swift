import CausewayHTTP
import Foundation
import OnsideMerchant

/// The page with the orders, the newest first.
struct OrdersPage {
  /// The number of orders on a page.
  static let length = 50

  /// The orders of this page, plus one more if there is a further page.
  var orders: [SandboxPurchase]
  /// Whether this is not the first page.
  var isLater: Bool
  /// The logins of the accounts, by account id.
  var logins: [String: String]
  /// The subscriptions of the orders, by the ids of the orders that began them.
  var subscriptions: [UUID: StoredSubscription]

  var lead: Markup {
    orders.isEmpty ? "Orders from apps appear here." : "Newest first. A refund cannot be undone."
  }

  var content: Markup {
    if orders.isEmpty {
      return
        "<p class=\"empty\">There are no orders yet. An app that uses this store sells the products of the catalog.</p>"
    }
    let rows = orders.prefix(Self.length).map { order in
      OrderRow(
        order: order, login: logins[order.account] ?? order.account,
        subscription: subscriptions[order.purchase.originalOrderID]
      ).markup
    }
    return """
      <table class="orders">
      <thead><tr><th>Time</th><th>Product</th><th>Account</th><th class="amount">Paid</th><th>State</th><th></th></tr></thead>
      \(Array(rows))
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
}
