import CausewayHTTP
import Foundation

/// A page of the store's website.
struct Page {
  /// The pages in the navigation bar, by their paths.
  enum Section: String, CaseIterable {
    case catalog = "/"
    case orders = "/orders"
    case subscriptions = "/subscriptions"
    case reports = "/reports"
    case accounts = "/accounts"
    case inbox = "/inbox"
    case clock = "/clock"

    var title: String {
      switch self {
      case .catalog: "Catalog"
      case .orders: "Orders"
      case .subscriptions: "Subscriptions"
      case .reports: "Reports"
      case .accounts: "Accounts"
      case .inbox: "Inbox"
      case .clock: "Clock"
      }
    }
  }

  /// The page's entry in the navigation bar; nil for an error page.
  var section: Section?
  /// The heading.
  var title: String
  /// The line below the heading, which describes the page.
  var lead: Markup
  /// The result of the tester's last action; nil for none.
  var notice: PageNotice?
  var content: Markup
  var clock: ClockReading

  /// Returns the page as an HTTP response.
  func response(status: Int = 200) -> HTTPResponse {
    PageDocument(title: title, styleSheet: "/pages.css", script: "/clock.js", formAction: "'self'", body: body)
      .response(status: status)
  }

  private var body: Markup {
    """
    <header>
    <div class="bar">
    <a class="brand" href="/"><span class="mark" aria-hidden="true"></span>Sandbox store</a>
    <nav aria-label="Pages">\(Section.allCases.map(link))</nav>
    <a class="now" href="/clock" title="The store’s clock">\(clock.markup)\(rate)</a>
    </div>
    </header>
    <main>
    <h1>\(title)</h1>
    <p class="lead">\(lead)</p>
    \(notice?.markup)
    \(content)
    </main>
    <footer>This is a store for development, on this machine: nobody is charged. Its interface for apps and backends is
    in <a href="/openapi.yaml">openapi.yaml</a>.</footer>
    """
  }

  private func link(_ other: Section) -> Markup {
    let current: Markup = other == section ? " aria-current=\"page\"" : ""
    return "<a href=\"\(other.rawValue)\"\(current)>\(other.title)</a>"
  }

  private var rate: Markup? {
    if clock.rate == 1 { return nil }
    let words = clock.rate == 0 ? "stopped" : "× " + PageStrings.number(clock.rate)
    return "<span class=\"rate\">\(words)</span>"
  }
}

/// A line at the top of a page. The address holds only the notice's name and not its text, so that a link cannot make a
/// page show another text.
enum PageNotice: String {
  case refunded, cancelled, priced, consented, moved, failing, paying, ahead, advanced, rate
  case unknown, wrongCountry = "country", wrongRate = "number", wrongPrice = "price"

  var markup: Markup {
    let style = isProblem ? "problem" : "done"
    return "<p class=\"notice \(style)\" role=\"status\">\(text)</p>"
  }

  private var isProblem: Bool { [.unknown, .wrongCountry, .wrongRate, .wrongPrice].contains(self) }

  private var text: String {
    switch self {
    case .refunded: "Refunded. The signed history now shows the refund."
    case .cancelled: "Cancelled. The subscription no longer renews."
    case .priced: "The price was changed. New customers pay it from now on."
    case .consented: "The customer has consented to the new price."
    case .moved: "Moved. The account now has the prices of the new storefront."
    case .failing: "Every payment of the account fails from now on."
    case .paying: "The account’s card decides again. Failed renewals were tried again."
    case .ahead: "The customer’s clock was moved forward. Subscriptions that became due were renewed."
    case .advanced: "The clock was moved forward. Subscriptions that became due were renewed."
    case .rate: "The clock now runs at the new rate."
    case .unknown: "This entry no longer exists."
    case .wrongCountry: "This is not a country with a storefront. Enter two letters, such as DE."
    case .wrongPrice: "Enter a price from 0 to 1,000,000 and a whole number of days from 0 to 3,650."
    case .wrongRate: "This is not a valid rate. Enter a number from 0 to 1,000,000."
    }
  }
}
