import Foundation
import OnsideCore
import OnsideMerchant

/// The page with the subscriptions, the newest first.
struct SubscriptionsPage {
  /// The number of subscriptions on a page.
  static let length = 50

  /// The subscriptions of this page, plus one more if there is a further page.
  var subscriptions: [SandboxSubscription]
  /// Whether this is not the first page.
  var isLater: Bool
  /// The logins of the accounts, by account id.
  var logins: [String: String]
  /// The products that are subscriptions, with the prices that new purchases pay.
  var products: [OnsideProduct]

  var lead: Markup {
    "Newest first. To try a renewal, move the <a href=\"/clock\">clock</a>. Payments can be made to fail with a test card, or for an <a href=\"/accounts\">account</a>."
  }

  var content: Markup { "\(list)\(products.isEmpty ? nil : prices)" }

  /// The form with which a tester changes a price.
  private var prices: Markup {
    let options = products.map { product in
      let (amount, period) = PageStrings.price(product)
      return
        "<option value=\"\(product.productIdentifier)\">\(product.localizedTitle), \(amount) \(period ?? "")</option>"
        as Markup
    }
    return """
      <section>
      <h2>Change a price</h2>
      <form class="card price-form" method="post" action="/prices">
      <label>Subscription <select name="product">\(options)</select></label>
      <label>New price <input name="price" inputmode="decimal" required autocomplete="off"></label>
      <label>Days of notice <input name="days" value="0" inputmode="numeric" required autocomplete="off"></label>
      <button>Change</button>
      </form>
      <p class="hint">New customers pay the new price at once. Subscriptions renew at a lower price without consent. At a
      higher price, they renew after the notice only if the customer consents, and otherwise end with the period.</p>
      </section>
      """
  }

  private var list: Markup {
    if subscriptions.isEmpty { return "<p class=\"empty\">No user has a subscription yet.</p>" }
    let rows = subscriptions.prefix(Self.length).map { subscription in
      SubscriptionRow(
        subscription: subscription, login: logins[subscription.stored.account] ?? subscription.stored.account
      ).markup
    }
    return """
      <ul class="accounts">\(Array(rows))</ul>
      <p class="paging">\(isLater ? "<a href=\"/subscriptions\">Newest</a>" : nil)\(further)</p>
      """
  }

  private var further: Markup? {
    guard subscriptions.count > Self.length else { return nil }
    return "<a href=\"/subscriptions?before=\(subscriptions[Self.length - 1].stored.original)\">Older</a>"
  }
}

/// A subscription in the list of ``SubscriptionsPage``.
struct SubscriptionRow {
  var subscription: SandboxSubscription
  /// The login of the account that pays.
  var login: String

  private var stored: StoredSubscription { subscription.stored }

  var markup: Markup {
    let product = subscription.lastOrder.product
    let (amount, period) = PageStrings.price(product)
    return """
      <li class="card account subscription" id="subscription-\(stored.original)">
      <div>
      <h3>\(PageStrings.shown(product.localizedTitle)) <span class="state \(state.style)">\(state.words)</span></h3>
      <p>\(PageStrings.login(login)) · \(amount) \(period ?? "") · \(PageStrings.bundleID(subscription.lastOrder.app))</p>
      \(details.map { "<p class=\"description\">\($0)</p>" as Markup })
      <p class="id">First order <code>\(stored.original)</code></p>
      </div>
      <div class="forms">\(consent)\(cancel)</div>
      </li>

      """
  }

  private var state: (words: String, style: String) {
    switch subscription.state {
    case .active: stored.renews ? ("active", "good") : ("runs out", "ending")
    case .gracePeriod: ("grace period", "ending")
    case .billingRetry: ("billing retry", "revoked")
    case .ended: ("ended", "ended")
    }
  }

  private var details: [Markup] {
    let clock: Markup? =
      subscription.isAhead ? "The customer’s clock is ahead: \(PageStrings.minute(subscription.now))." : nil
    return payments + increase + [clock].compactMap(\.self)
  }

  /// Lines about what was paid, and what the store does next.
  private var payments: [Markup] {
    let end = PageStrings.minute(stored.run.expires)
    switch subscription.state {
    case .active:
      return [stored.renews ? "Renews \(end)\(change)." : "Runs out \(end). \(reason ?? "")"]
    case .gracePeriod, .billingRetry:
      guard let retry = stored.retry else { return [] }
      return [
        "Paid until \(end); the next payment failed. \(grace(retry))",
        "Next try \(PageStrings.minute(retry.nextTry)), last try \(PageStrings.minute(retry.end)).",
      ]
    case .ended: return ["Paid until \(end). \(reason ?? "")"]
    }
  }

  /// The change that comes with the next period, for the end of a sentence.
  private var change: Markup? {
    guard let next = stored.next else { return nil }
    let (amount, period) = PageStrings.price(next)
    return " as \(PageStrings.shown(next.localizedTitle)), \(amount) \(period ?? "")"
  }

  private func grace(_ retry: BillingRetry) -> Markup {
    guard let end = retry.graceEnd else { return "There is no grace period." }
    return subscription.state == .gracePeriod
      ? "Counts until \(PageStrings.minute(end))." : "The grace period is over."
  }

  private var reason: String? {
    switch stored.endReason {
    case .cancelled: "The customer cancelled."
    case .paymentFailed: "No try to charge the next period succeeded."
    case .refunded: "An order was refunded."
    case .priceIncrease: "The customer did not consent to the new price."
    case .renewalLimit: "The subscription has renewed \(SubscriptionService.maximumRenewals) times."
    case nil: nil
    }
  }

  /// The price increase that the subscription meets.
  private var increase: [Markup] {
    guard let increase = subscription.increase else { return [] }
    let price = PageStrings.amount(increase.price)
    let time =
      if increase.effective > stored.run.expires {
        "at the first renewal after \(PageStrings.minute(increase.effective))"
      } else if stored.retry != nil {
        "at the renewal after the failed one"
      } else {
        "at this renewal"
      }
    return [
      increase.hasConsent
        ? "The price rises to \(price) \(time). The customer has consented."
        : "The price rises to \(price) \(time). Without the customer’s consent, the subscription ends then."
    ]
  }

  private var consent: Markup? {
    guard let increase = subscription.increase, !increase.hasConsent else { return nil }
    return """
      <form method="post" action="/subscriptions/\(stored.original)/consent"><button>Customer consents</button></form>
      """
  }

  private var cancel: Markup? {
    guard stored.renews else { return nil }
    return """
      <form method="post" action="/subscriptions/\(stored.original)/cancel"><button>Cancel</button></form>
      """
  }
}
