#if os(Linux)
import CausewayPlayground
import Foundation
import OnsideCore
import OnsideTesting

/// The panel with the customer, the queue and the store of Onside.
@MainActor final class OnsidePanel: ProtocolPanel {
  private static let id = "onside"
  /// The countries that the panel offers besides the customer's own.
  private static let countries = ["DEU", "FRA", "GBR", "ITA", "JPN", "NLD", "POL", "SWE", "USA"]

  private let client: OnsideClient
  private let store: SimulatedStore
  private let forms: InspectorForms
  /// The store's error that a person has chosen; nil if the store works.
  private var error: OnsideProfile.StoreError?
  /// The reason why the last action failed.
  private var problem: String?

  init(_ client: OnsideClient, _ store: SimulatedStore, error: OnsideProfile.StoreError?, _ forms: InspectorForms) {
    self.client = client
    self.store = store
    self.error = error
    self.forms = forms
  }

  func refresh() async {
    var elements = await customer()
    elements.append(.divider)
    elements.append(.heading("Queue", level: 2))
    elements.append(queue)
    elements.append(.divider)
    switch store {
    case .local(let service): elements += await local(service)
    case .network(let service): elements += await SandboxPanel.elements(service.address)
    }
    if let problem { elements.append(.text(FormText(problem), style: .error)) }
    forms.show(InspectorPanel(title: "Onside", elements: elements), id: Self.id) { [weak self] action in
      guard let self else { return }
      Task {
        await self.act(action)
        await self.refresh()
      }
    }
  }

  // MARK: Content

  private func customer() async -> [FormElement] {
    guard let session = await store.service.session() else {
      return [.heading("Customer", level: 2), .text("No user is logged in.", style: .secondary)]
    }
    var elements: [FormElement] = [
      .heading("Customer", level: 2), .row(label: "Logged in", value: FormText(session.name ?? session.account)),
      .row(label: "Storefront", value: FormText(session.storefront.countryCode)),
    ]
    if case .local = store {
      let options = Self.countries.map { FormOption($0, $0) }
      let own = StorefrontCountry.ofTwoLetters(session.storefront.countryCode)?.alpha3
      let isListed = own.map(Self.countries.contains) ?? true
      elements.append(
        .choice(
          id: "country", label: "Country", value: own ?? "",
          options: isListed ? options : options + [FormOption(own ?? "", own ?? "")]))
    }
    return elements + [.button(FormButton("log-out", "Log out"))]
  }

  private var queue: FormElement {
    .table(
      FormTable(
        [FormOption("product", "Product"), FormOption("state", "State"), FormOption("id", "Transaction")],
        rows: client.queue.transactions.map { transaction in
          FormTable.Row(
            transaction.id.uuidString,
            [
              transaction.payment.product.productIdentifier, transaction.transactionState.rawValue,
              "\(transaction.id.uuidString.prefix(8))…",
            ])
        }, empty: "The queue is empty."))
  }

  private func local(_ service: LocalTestingService) async -> [FormElement] {
    let none = FormOption("none", "works")
    let errors = OnsideProfile.StoreError.allCases.map { FormOption($0.rawValue, "fails with \($0.rawValue)") }
    var elements: [FormElement] = [
      .heading("Store", level: 2),
      .choice(id: "error", label: "The store", value: error?.rawValue ?? none.id, options: [none] + errors),
    ]
    do {
      let rows = try await service.ledger().reversed().prefix(100).map { order in
        FormTable.Row(
          order.order.id,
          [
            order.order.product.productIdentifier, order.date.formatted(date: .omitted, time: .standard),
            order.isEntitlement ? "owned" : "",
          ], actions: order.isEntitlement ? [FormButton("refund", "Refund")] : [])
      }
      elements.append(
        .table(
          FormTable(
            [FormOption("product", "Order"), FormOption("time", "Time"), FormOption("state", "")], rows: Array(rows),
            empty: "Nothing was bought.")))
    } catch {
      elements.append(.text(FormText("The orders cannot be read: \(error)"), style: .error))
    }
    return elements
  }

  // MARK: Actions

  private func act(_ action: FormAction) async {
    problem = nil
    do {
      switch (action, store) {
      case (.press("log-out", _), _): client.logout()
      case (.press("refund", let row?), .local(let service)): try await service.refund(order: row)
      case (.input("country", .text(let country)), .local(let service)): try await service.setStorefront(country)
      case (.input("error", .text(let name)), .local(let service)):
        error = OnsideProfile.StoreError(rawValue: name)
        for operation in OnsideProfile.failingOperations {
          await service.simulate(error.map { .fails($0.serviceError) }, of: operation)
        }
      case (_, .network(let service)): try await SandboxPanel.act(action, service.address)
      default: break
      }
    } catch {
      problem = "\(error)"
    }
  }
}
#endif
