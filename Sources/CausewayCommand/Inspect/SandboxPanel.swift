#if os(Linux)
import CausewayJSON
import CausewayPlayground
import Foundation
import OnsideCore

/// The part of Onside's panel about a store on the network, with the store's clock, orders and refunds.
@MainActor enum SandboxPanel {
  private static let steps = [("hour", "1 hour", 3_600), ("day", "1 day", 86_400), ("month", "31 days", 31 * 86_400)]

  static func elements(_ address: StoreAddress) async -> [FormElement] {
    do {
      let clock = try await SandboxRequests.send("GET", address, ["clock"])
      let orders = try await SandboxRequests.send("GET", address, ["orders"])
      return [
        .heading("Store", level: 2), .row(label: "Address", value: FormText(address.url([]).absoluteString)),
        .row(label: "Clock", value: FormText(clock["now"]?.stringValue ?? "")),
      ] + steps.map { .button(FormButton("advance-\($0.0)", "Move the clock by \($0.1)")) } + [table(orders)]
    } catch {
      return [.heading("Store", level: 2), .text(FormText("The store cannot be reached: \(error)"), style: .error)]
    }
  }

  private static func table(_ orders: JSONValue) -> FormElement {
    let rows = (orders["orders"]?.arrayValue ?? []).map { order in
      let purchase = order["purchase"]
      let isRefunded = purchase?["revocation_date"]?.stringValue != nil
      return FormTable.Row(
        purchase?["order_id"]?.stringValue ?? "",
        [
          order["title"]?.stringValue ?? "", purchase?["purchase_date"]?.stringValue ?? "",
          isRefunded ? "refunded" : "",
        ], actions: isRefunded ? [] : [FormButton("refund", "Refund")])
    }
    return .table(
      FormTable(
        [FormOption("title", "Order"), FormOption("time", "Time"), FormOption("state", "")], rows: rows,
        empty: "Nothing was bought."))
  }

  static func act(_ action: FormAction, _ address: StoreAddress) async throws {
    switch action {
    case .press("refund", let row?):
      _ = try await SandboxRequests.send("POST", address, ["orders", row, "refund"], [:])
    case .press(let id, _):
      guard let step = steps.first(where: { "advance-\($0.0)" == id }) else { return }
      _ = try await SandboxRequests.send("POST", address, ["clock"], ["advance_seconds": .number(Double(step.2))])
    case .input: break
    }
  }
}
#endif
