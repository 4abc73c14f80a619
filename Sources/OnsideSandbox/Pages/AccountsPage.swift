import CausewayHTTP
import Foundation
import OnsideCore
import OnsideTesting

/// The page with the accounts that have logged in, and their storefronts.
struct AccountsPage {
  var accounts: [SandboxAccount]
  /// The numbers of orders, by account id.
  var orders: [String: Int]
  /// The clocks of the customers whose clocks are ahead of the store's, by account id.
  var clocks: [String: ClockReading]
  /// The default country of accounts, from the catalog.
  var country: StorefrontCountry

  var lead: Markup {
    "The first login with an address creates its account, with a card that pays. The login codes are in the <a href=\"/inbox\">inbox</a>. A customer’s clock can run ahead of the store’s, to try one customer’s renewals without the others’."
  }

  var content: Markup {
    if accounts.isEmpty { return "<p class=\"empty\">No user has logged in yet.</p>" }
    return "<ul class=\"accounts\">\(accounts.map(row))</ul>"
  }

  private func row(_ account: SandboxAccount) -> Markup {
    let code = account.country.flatMap(StorefrontCountry.init)?.countryCode ?? country.countryCode
    let count = orders[account.id] ?? 0
    return """
      <li class="card account">
      <div><h3>\(PageStrings.login(account.login))</h3><p class="id"><code>\(account.id)</code> · \(count == 1 ? "1 order" : "\(count) orders")</p></div>
      <div class="forms">
      <form method="post" action="/accounts/\(PercentCoding.encoded(account.id))/clock">
      <span class="clock-label">Clock \(clocks[account.id].map(\.markup) ?? "<span>as the store’s</span>")</span>
      \([ClockStep.day, .week, .month].map { "<button name=\"by\" value=\"\($0.rawValue)\">+ 1 \($0.rawValue)</button>" as Markup })
      </form>
      <form method="post" action="/accounts/\(PercentCoding.encoded(account.id))/payments">
      \(account.paymentsFail ? "<span class=\"state revoked\">payments fail</span>" : nil)
      <button name="fail" value="\(account.paymentsFail ? "no" : "yes")">\(account.paymentsFail ? "Let the card decide" : "Let payments fail")</button>
      </form>
      <form method="post" action="/accounts/\(PercentCoding.encoded(account.id))/storefront">
      <label>Storefront <span>\(PageStrings.country(code))</span>
      <input name="country" value="\(code)" maxlength="2" pattern="[A-Za-z]{2}" required autocomplete="off" spellcheck="false"></label>
      <button>Move</button>
      </form>
      </div>
      </li>

      """
  }
}
