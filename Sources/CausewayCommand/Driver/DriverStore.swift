#if os(Linux)
import CausewayDriver
import CausewayJSON
import CausewayTool
import Foundation
import OnsideCore
import OnsideTesting

/// The functions with which a client of the driver controls the store of its session.
@MainActor final class DriverStore {
  private let store: SimulatedStore
  /// The ids of the orders that this object has refunded in the store of a catalog, because that store does not
  /// distinguish refunded orders from orders of consumables.
  private var refunded: Set<String> = []

  init(_ store: SimulatedStore) {
    self.store = store
  }

  private struct Order {
    let id: String
    let product: String
    let date: String
    let isRefunded: Bool
    let canBeRefunded: Bool

    var json: JSONValue {
      [
        "order": .string(id), "product": .string(product), "date": .string(date), "refunded": .bool(isRefunded),
        "refundable": .bool(canBeRefunded),
      ]
    }
  }

  /// Returns the orders, newest first.
  func orders() async throws(WebDriverError) -> JSONValue { .array(try await list().map(\.json)) }

  private func list() async throws(WebDriverError) -> [Order] {
    do {
      switch store {
      case .local(let service):
        return try await service.ledger().reversed().map { order in
          Order(
            id: order.order.id, product: order.order.product.productIdentifier,
            date: order.date.formatted(.iso8601), isRefunded: refunded.contains(order.order.id),
            canBeRefunded: order.isEntitlement)
        }
      case .network(let service):
        let orders = try await SandboxRequests.send("GET", service.address, ["orders"])
        return (orders["orders"]?.arrayValue ?? []).map { order in
          let purchase = order["purchase"]
          let isRefunded = purchase?["revocation_date"]?.stringValue != nil
          return Order(
            id: purchase?["order_id"]?.stringValue ?? "", product: purchase?["product_id"]?.stringValue ?? "",
            date: purchase?["purchase_date"]?.stringValue ?? "",
            isRefunded: isRefunded, canBeRefunded: !isRefunded)
        }
      }
    } catch {
      throw WebDriverError(.unknownError, "the orders cannot be read: \(error)")
    }
  }

  /// Refunds an order: the named one, the newest one of a product, or the newest one.
  func refund(_ parameters: JSONObject) async throws(WebDriverError) -> JSONValue {
    let (id, product) = (try parameters.text("order"), try parameters.text("product"))
    let orders = try await list()
    let found = orders.first { order in
      (id ?? order.id) == order.id && (product ?? order.product) == order.product && order.canBeRefunded
    }
    guard let found else {
      let wanted = id ?? product.map { "of \($0)" } ?? ""
      throw .invalidArgument(
        "the store has no order \(wanted)\(wanted.isEmpty ? "" : " ")that can be refunded; GET store/orders lists the "
          + "orders. The store of a catalog cannot refund consumables")
    }
    do {
      switch store {
      case .local(let service):
        try await service.refund(order: found.id)
        refunded.insert(found.id)
      case .network(let service):
        _ = try await SandboxRequests.send("POST", service.address, ["orders", found.id, "refund"], [:])
      }
    } catch {
      throw WebDriverError(.unknownError, "the order \(found.id) cannot be refunded: \(error)")
    }
    return ["order": .string(found.id), "product": .string(found.product)]
  }

  func moveClock(_ parameters: JSONObject) async throws(WebDriverError) -> JSONValue {
    guard case .network(let service) = store else {
      throw .unsupported("the store of a catalog has no clock; use causeway store serve, and name it as store and app")
    }
    guard let seconds = parameters["advance"]?.numberValue, seconds >= 0 else {
      throw .invalidArgument("advance: it must be a number of seconds, 0 or more")
    }
    do {
      let clock = try await SandboxRequests.send(
        "POST", service.address, ["clock"], ["advance_seconds": .number(seconds)])
      return ["now": clock["now"] ?? .null]
    } catch {
      throw WebDriverError(.unknownError, "the store's clock cannot be moved: \(error)")
    }
  }

  /// Replaces the failures that the store simulates.
  func fail(_ parameters: JSONObject) async throws(WebDriverError) {
    guard let failures = parameters["failures"]?.arrayValue else {
      throw .invalidArgument("failures: it must be an array; [] ends all failures")
    }
    switch store {
    case .local(let service):
      var simulated: [SimulatedFailure.Operation: SimulatedFailure] = [:]
      for failure in failures {
        let (operation, kind) = try Self.local(failure.objectValue ?? [:])
        simulated[operation] = kind
      }
      for operation in SimulatedFailure.Operation.allCases {
        await service.simulate(simulated[operation], of: operation)
      }
    case .network(let service):
      do {
        _ = try await SandboxRequests.send(
          "PUT", service.address, ["failures"], ["failures": .array(failures)])
      } catch let refusal as PageError {
        throw .invalidArgument("failures: \(refusal)")
      } catch {
        throw WebDriverError(.unknownError, "the store's failures cannot be set: \(error)")
      }
    }
  }

  private static func local(
    _ failure: JSONObject
  ) throws(WebDriverError) -> (SimulatedFailure.Operation, SimulatedFailure) {
    let surplus = failure.keys.filter { !["operation", "kind"].contains($0) }
    guard surplus.isEmpty else {
      throw .invalidArgument(
        "failures: the store of a catalog knows only operation and kind, not \(surplus.joined(separator: ", "))")
    }
    let operations = SimulatedFailure.Operation.allCases.map { ("\($0)", $0) }
    let kinds: [(String, SimulatedFailure)] =
      [("unavailable", .fails(.serviceUnavailable)), ("lost_answer", .losesAnswer)]
      + OnsideProfile.StoreError.allCases.map { ($0.rawValue, .fails($0.serviceError)) }
    guard let operation = operations.first(where: { $0.0 == failure["operation"]?.stringValue })?.1 else {
      throw .invalidArgument("failures: operation must be one of \(operations.map(\.0).joined(separator: ", "))")
    }
    guard let kind = kinds.first(where: { $0.0 == failure["kind"]?.stringValue })?.1 else {
      throw .invalidArgument("failures: kind must be one of \(kinds.map(\.0).joined(separator: ", "))")
    }
    return (operation, kind)
  }
}
#endif
