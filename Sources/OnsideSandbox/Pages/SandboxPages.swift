import CausewayHTTP
import Foundation
import OnsideCore
import OnsideTesting

/// The pages of a store and the actions of their forms. They work without scripts, because each form sends a POST
/// request, whose answer redirects to a page. The only script lets the clock tick.
struct SandboxPages: Sendable {
  let store: SandboxStore

  /// Adds the pages to a router, including the error page for unknown addresses.
  func add(to router: inout Router) {
    let (notFound, methodNotAllowed) = (router.notFound, router.methodNotAllowed)
    router.notFound = { request in
      guard request.isForPage else { return await notFound(request) }
      return await failure(SandboxProblem(.notFound, "There is nothing at this address"), .catalog, in: store)
    }
    router.methodNotAllowed = { request, allowed in
      guard request.isForPage else { return await methodNotAllowed(request, allowed) }
      return await failure(
        SandboxProblem(.methodNotAllowed, "This address accepts only submitted forms"), .catalog, in: store)
    }
    router.on("GET", "/base.css") { _, _ in .styleSheet(PackageResources.base_css) }
    router.on("GET", "/pages.css") { _, _ in .styleSheet(PackageResources.pages_css) }
    router.on("GET", "/clock.js") { _, _ in .script(PackageResources.clock_js) }
    router.on("GET", "/openapi.yaml") { _, _ in
      HTTPResponse(
        200, "application/yaml", Data(SandboxServer.openAPI.utf8), fields: [("X-Content-Type-Options", "nosniff")])
    }
    for section in Page.Section.allCases {
      router.on("GET", section.rawValue) { request, _ in await page(section, request, in: store) }
    }
    SignInPages(store: store).add(to: &router)
    form(&router, "/orders/{id}/refund", .orders) { store, _, parameters throws(SandboxProblem) in
      _ = try store.orders.refund(try id(parameters["id"]), reason: "Refunded on the store’s page")
      return .refunded
    }
    for section in [Page.Section.orders, .subscriptions] {
      form(&router, "\(section.rawValue)/{id}/cancel", section) { store, _, parameters throws(SandboxProblem) in
        try store.subscriptions.cancel(try id(parameters["id"]))
        return .cancelled
      }
    }
    form(&router, "/subscriptions/{id}/consent", .subscriptions) { store, _, parameters throws(SandboxProblem) in
      try store.subscriptions.consent(try id(parameters["id"]))
      return .consented
    }
    form(&router, "/prices", .subscriptions) { store, fields, _ throws(SandboxProblem) in
      guard let value = Double(fields["price"] ?? ""), (0...1_000_000).contains(value),
        let days = Int(fields["days"] ?? ""), (0...3650).contains(days)
      else { return .wrongPrice }
      try store.catalog.setPrice(value, of: fields["product"] ?? "", notice: TimeInterval(days * 86_400))
      return .priced
    }
    form(&router, "/accounts/{id}/payments", .accounts) { store, fields, parameters throws(SandboxProblem) in
      let fail = fields["fail"] == "yes"
      try store.accounts.setPaymentsFail(fail, of: parameters["id"])
      return fail ? .failing : .paying
    }
    form(&router, "/accounts/{id}/clock", .accounts) { store, fields, parameters throws(SandboxProblem) in
      guard let step = ClockStep(rawValue: fields["by"] ?? "") else { return .unknown }
      let account = parameters["id"]
      let now = try store.accounts.clock(of: account).reading.now
      try store.accounts.moveClock(of: account, bySeconds: step.seconds(from: now))
      return .ahead
    }
    form(&router, "/accounts/{id}/storefront", .accounts) { store, fields, parameters throws(SandboxProblem) in
      guard let code = CountryCode.reading(fields["country"] ?? ""), let country = StorefrontCountry.ofTwoLetters(code)
      else { return .wrongCountry }
      try store.accounts.setStorefront(country, of: parameters["id"])
      return .moved
    }
    form(&router, "/clock/advance", .clock) { store, fields, _ throws(SandboxProblem) in
      guard let step = ClockStep(rawValue: fields["by"] ?? "") else { return .unknown }
      let now = store.clock.reading().now
      _ = try store.moveClock(bySeconds: step.seconds(from: now), rate: nil)
      return .advanced
    }
    form(&router, "/clock/rate", .clock) { store, fields, _ throws(SandboxProblem) in
      guard let rate = Double(fields["rate"] ?? ""), (0...1_000_000).contains(rate) else { return .wrongRate }
      _ = try store.moveClock(bySeconds: 0, rate: rate)
      return .rate
    }
  }

  private func form(
    _ router: inout Router, _ pattern: String, _ section: Page.Section,
    _ action:
      @escaping @Sendable (isolated SandboxStore, [String: String], PathParameters) throws(SandboxProblem) -> PageNotice
  ) {
    router.on("POST", pattern) { request, parameters in
      var notice = PageNotice.unknown
      let fields = (request.form ?? []).reduce(into: [String: String]()) { $0[$1.name] = $1.value }
      do throws(SandboxProblem) {
        notice = try await action(store, fields, parameters)
      } catch {
        guard error.code.status < 500 else { return await failure(error, section, in: store) }
      }
      return HTTPResponse(303, fields: [("Location", "\(section.rawValue)?notice=\(notice.rawValue)")])
    }
  }

  private func page(_ section: Page.Section, _ request: HTTPRequest, in store: isolated SandboxStore) -> HTTPResponse {
    do throws(SandboxProblem) {
      let (lead, content) = try content(of: section, request, in: store)
      let notice = parameter("notice", of: request).flatMap(PageNotice.init)
      let clock = store.clock.reading()
      return Page(section: section, title: section.title, lead: lead, notice: notice, content: content, clock: clock)
        .response()
    } catch {
      return failure(error, section, in: store)
    }
  }

  private func failure(
    _ problem: SandboxProblem, _ returnSection: Page.Section, in store: isolated SandboxStore
  ) -> HTTPResponse {
    let failure = FailurePage(problem: problem, returnSection: returnSection)
    let clock = store.clock.reading()
    var response = Page(title: failure.title, lead: failure.lead, content: failure.content, clock: clock)
      .response(status: problem.code.status)
    response.remark = problem.cause
    return response
  }

  private func content(
    of section: Page.Section, _ request: HTTPRequest, in store: isolated SandboxStore
  ) throws(SandboxProblem) -> (Markup, Markup) {
    switch section {
    case .catalog:
      let page = CatalogPage(
        catalog: store.options.catalog, country: store.options.catalog.country, products: try store.catalog.all())
      return (page.lead, page.content)
    case .orders:
      let before = try parameter("before", of: request).map(id)
      let orders = try store.orders.newest(before: before, limit: OrdersPage.length + 1)
      let page = OrdersPage(
        orders: orders, isLater: before != nil, logins: try store.accounts.logins(of: Set(orders.map(\.account))),
        subscriptions: try store.subscriptions.begun(
          by: Set(orders.filter { $0.purchase.expiresAt != nil }.map(\.purchase.originalOrderID))))
      return (page.lead, page.content)
    case .subscriptions:
      let before = try parameter("before", of: request).map(id)
      let subscriptions = try store.subscriptions.newest(before: before, limit: SubscriptionsPage.length + 1)
      let page = SubscriptionsPage(
        subscriptions: subscriptions, isLater: before != nil,
        logins: try store.accounts.logins(of: Set(subscriptions.map(\.stored.account))),
        products: try store.catalog.all().filter { $0.subscriptionPeriod != nil })
      return (page.lead, page.content)
    case .reports:
      let before = try parameter("before", of: request).map(reportNumber)
      let page = ReportsPage(
        reports: try store.reports.newest(before: before, limit: ReportsPage.length + 1), isLater: before != nil)
      return (page.lead, page.content)
    case .accounts:
      let page = AccountsPage(
        accounts: try store.accounts.newest(), orders: try store.orders.counts(),
        clocks: store.clock.accountsAhead.reduce(into: [:]) { $0[$1] = store.clock.reading(of: $1) },
        country: store.options.catalog.country)
      return (page.lead, page.content)
    case .inbox:
      let page = InboxPage(messages: store.loginCodes.inbox())
      return (page.lead, page.content)
    case .clock:
      let page = ClockPage(clock: store.clock.reading())
      return (page.lead, page.content)
    }
  }

  private func parameter(_ name: String, of request: HTTPRequest) -> String? {
    request.query.first { $0.name == name }?.value
  }

  private func reportNumber(_ text: String) throws(SandboxProblem) -> Int64 {
    guard let number = Int64(text) else { throw .unknownReport }
    return number
  }

  private func id(_ text: String) throws(SandboxProblem) -> UUID {
    guard let id = UUID(uuidString: text) else { throw .unknownOrder }
    return id
  }
}

extension HTTPRequest {
  /// Whether a browser requests a page.
  fileprivate var isForPage: Bool { audience == .browsers && ["GET", "HEAD"].contains(method) }
}
